// Loaded before the service: the clock of its machine goes wrong by SHIFTED_CLOCK_MS milliseconds.
const ahead = Number(process.env.SHIFTED_CLOCK_MS);
if (!Number.isFinite(ahead)) throw new Error('SHIFTED_CLOCK_MS must say by how much');
const Right = Date;

globalThis.Date = class Shifted extends Right {
  constructor(...given) {
    if (given.length === 0) super(Right.now() + ahead);
    else super(...given);
  }

  static now() {
    return Right.now() + ahead;
  }
};
