// Ends this process when its event loop stands still: what holds it up hears no signal and no deadline.
import { url as inspected } from 'node:inspector';
import { Worker } from 'node:worker_threads';

const LOOK_EVERY = 250;

/**
 * A thread beside the event loop counts its own looks since the loop last moved, not the time: a machine
 * that was asleep, or a process that was stopped, is not taken for one that hangs. It writes its line
 * itself, since nothing in the process would, and the supervisor of the process starts another.
 */
export function startWatchdog(seconds: number, worker?: number): void {
  // Somebody stands at a breakpoint.
  if (seconds === 0 || inspected() !== undefined) return;
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(beats, 0, 1), LOOK_EVERY).unref();
  const line = {
    ...{ level: 'fatal', worker, pid: process.pid, seconds },
    msg: 'the event loop stood still: this process is ended, and another follows',
  };
  const looks = Math.ceil((seconds * 1000) / LOOK_EVERY);
  new Worker(THREAD, {
    ...{ eval: true, execArgv: [], workerData: { beats, line, looks, every: LOOK_EVERY } },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  }).unref();
}

const THREAD = `
  const { writeSync } = require('node:fs');
  const { workerData: { beats, line, looks, every } } = require('node:worker_threads');
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (let still = 0, seen = -1; still < looks; ) {
    Atomics.wait(never, 0, 0, every);
    const beat = Atomics.load(beats, 0);
    still = beat === seen ? still + 1 : 0;
    seen = beat;
  }
  const { level, ...facts } = line;
  try {
    writeSync(2, JSON.stringify({ level, time: new Date().toISOString(), ...facts }) + '\\n');
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }`;
