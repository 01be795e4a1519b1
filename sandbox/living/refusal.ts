// A step that cannot be done: one sentence that says what to change, and the status it goes with.

export class Refusal extends Error {
  /** 400: the body; 404: no such record; 409: impossible now. */
  readonly status: 400 | 404 | 409;

  constructor(status: 400 | 404 | 409, message: string) {
    super(message);
    this.status = status;
  }
}

export const badBody = (message: string): Refusal => new Refusal(400, message);
export const unknownRecord = (message: string): Refusal => new Refusal(404, message);
export const impossible = (message: string): Refusal => new Refusal(409, message);
