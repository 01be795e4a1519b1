// WebKit by its own driver (W3C WebDriver) on a screen that only exists in memory.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../port.ts';
import { type Driver, until } from './driver.ts';

/** WebKit paints a little after it says that a page is loaded. */
const PAINT_MS = 700;
const SHOT_MS = 5000;
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export async function startWebkit(driverPath: string, xvfbPath: string): Promise<Driver> {
  const display = `:${90 + (process.pid % 400)}`;
  const screen = spawn(xvfbPath, [display, '-screen', '0', '1200x900x24'], { stdio: 'ignore' });
  const port = await freePort();
  const driver = spawn(driverPath, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display },
  });
  const stop = async () => {
    await ended(driver);
    await ended(screen);
  };
  const root = `http://127.0.0.1:${port}`;
  try {
    await until(async () => (await fetch(`${root}/status`)).ok);
    return await session(root, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function session(root: string, stop: () => Promise<void>): Promise<Driver> {
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${root}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const capabilities = { alwaysMatch: { browserName: 'MiniBrowser' } };
  const made = (await send('POST', '/session', { capabilities })) as { sessionId: string };
  const at = `/session/${made.sessionId}`;
  let framed = false;
  /** The frame that the driver was in may have become another page since. */
  const enter = async () => {
    await send('POST', `${at}/frame`, { id: null });
    if (!framed) return;
    const script = "return document.querySelector('body > div').shadowRoot.querySelector('iframe')";
    const frame = await send('POST', `${at}/execute/sync`, { script, args: [] });
    await send('POST', `${at}/frame`, { id: frame });
  };
  const windows = async () => (await send('GET', `${at}/window/handles`)) as string[];
  const go = async (handle: string | undefined) => {
    framed = false;
    await send('POST', `${at}/window`, { handle });
  };
  const [first] = await windows();
  const find = async (selector: string): Promise<string> => {
    await enter();
    const found = await send('POST', `${at}/element`, { using: 'css selector', value: selector });
    return (found as Record<string, string>)[ELEMENT] ?? '';
  };
  const found = async (selector: string): Promise<string> => {
    let element = '';
    await until(async () => {
      element = await find(selector);
      return element !== '';
    });
    return element;
  };
  return {
    open: async (url) => {
      await send('POST', `${at}/url`, { url });
    },
    url: async () => String(await send('GET', `${at}/url`)),
    click: async (selector) => {
      await send('POST', `${at}/element/${await found(selector)}/click`, {});
    },
    type: async (selector, text) => {
      const element = await found(selector);
      await send('POST', `${at}/element/${element}/clear`, {});
      await send('POST', `${at}/element/${element}/value`, { text });
    },
    text: async (selector) => {
      const element = await find(selector).catch(() => '');
      return element === '' ? '' : String(await send('GET', `${at}/element/${element}/text`));
    },
    run: async (expression) => {
      await enter();
      const script = `return (${expression})`;
      return await send('POST', `${at}/execute/sync`, { script, args: [] });
    },
    inFrame: () => {
      framed = true;
    },
    inPage: () => {
      framed = false;
    },
    toNewest: async () => {
      await until(async () => (await windows()).length > 1);
      await go((await windows()).findLast((handle) => handle !== first));
    },
    toFirst: () => go(first),
    shoot: async (name) => {
      await pause(PAINT_MS);
      // In a frame the driver never answers; whatever is looked for next goes back into it.
      await send('POST', `${at}/frame`, { id: null });
      mkdirSync('screenshots', { recursive: true });
      // Without a graphics card the driver sometimes never answers this, and nothing else is amiss.
      const image = await Promise.race([
        send('GET', `${at}/screenshot`).then(String, () => undefined),
        pause(SHOT_MS, undefined, { ref: false }),
      ]);
      if (image === undefined) return console.log(`        WebKit gave no screenshot ${name}.`);
      writeFileSync(join('screenshots', `${name}.png`), Buffer.from(image, 'base64'));
    },
    until,
    close: async () => {
      await send('DELETE', at).catch(() => {});
      await stop();
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await gone;
}
