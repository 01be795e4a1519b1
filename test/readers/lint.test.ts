// The lint rule finds what it is there for: expressions that compete, and those that begin again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSuperLinear } from '../../tools/super-linear.mjs';

const found = ({ source, flags }: RegExp) => findSuperLinear(source, flags) !== undefined;

test('expressions whose work grows faster than the text are found', () => {
  const wrong = [
    /\/+$/,
    /\.+(:\d+)?$/,
    /\s+$/,
    /(a+)+$/,
    /^(\w+\s?)*$/,
    /^\S+@\S+\.\S+$/,
    /<[^>]*>/g,
    /<([^>]+)>;/,
    /<meta[^>]+content=/i,
    /<body[^>]+\bshop\b/i,
    /"(?:[^"\\]|\\.)*"/g,
    /consumer.*key/,
    /\/admin(\/.*)?$/,
  ];
  for (const one of wrong) assert.ok(found(one), String(one));
});

test('expressions whose work grows with the text are not', () => {
  const right = [
    /^\/+/,
    /(?<!\/)\/+$/,
    /\s+/g,
    /^(.*)\/wp-json\/?$/,
    /<[^<>]*>/g,
    /"[^"]*"/g,
    /\bMagento_\w+::\w+/,
    /consumer.{0,200}key/,
    /\/admin(\/[\s\S]*)?$/,
    /\p{M}+/gu,
    /[a-z]+\d+/y,
  ];
  for (const one of right) assert.ok(!found(one), String(one));
});
