// Records on the output: a table for people, lines for programs.
import { cell, csvRow, type Item } from './formats.ts';
import { jsonList } from './json-list.ts';
import { paint } from './paint.ts';
import { csvColumns, type Kind, type Reading, SHOWN } from './question.ts';
import { notesOf, pagesOf } from './read-pages.ts';
import { type Column, layOut } from './table.ts';

export async function toTable(reading: Reading): Promise<number> {
  const { kind, asked, max = Number.POSITIVE_INFINITY } = reading;
  const { io, options } = asked;
  const notes = notesOf(asked);
  const columns = options.fields === undefined ? kind.columns : columnsFor(kind, options.fields);
  let table: ReturnType<typeof layOut<Item>> | undefined;
  let count = 0;
  let more = false;
  for await (const { records, isLast } of pagesOf(reading, notes)) {
    const shown = records.slice(0, max - count);
    if (!table && shown.length > 0) {
      table = layOut(columns, shown, io.columns ?? 100);
      io.out(paint('bold', table.head));
    }
    for (const record of shown) io.out(table?.row(record) ?? '');
    count += shown.length;
    more = !isLast || shown.length < records.length;
    await io.drained?.();
    if (count >= max) break;
  }
  io.err('');
  const all = more ? `--max ${SHOWN * 5} or --max all shows more` : '';
  const said = [
    count === 0 ? `No ${kind.name}` : `${count.toLocaleString('en')} ${kind.name}`,
    ...(more ? [`there are more: ${all}`] : []),
  ];
  io.err(paint('dim', `${said.join('; ')}.`));
  if (table && table.left.length > 0)
    io.err(
      paint('dim', `No room for ${table.left.join(', ').toLowerCase()}; --json has everything.`),
    );
  notes.tell();
  return 0;
}

/** The columns of a table that was asked for by field. */
function columnsFor({ fields, columns }: Kind, given: string): readonly Column<Item>[] {
  const names = given.split(',').map((name) => name.trim());
  const always = ['id', 'channel_name'];
  const asked = fields.filter(
    (name) => names.includes(name) || (name === 'id' && always.includes(name)),
  );
  return asked.map(
    (name): Column<Item> => ({
      title: name.toUpperCase(),
      of: (record) => cell(record[name]),
      least: Math.max(8, name.length),
      ...(columns.find(({ title }) => title === name.toUpperCase())?.right && { right: true }),
    }),
  );
}

export async function toOutput(reading: Reading): Promise<number> {
  const { asked, format, max = Number.POSITIVE_INFINITY } = reading;
  const { io } = asked;
  const notes = notesOf(asked);
  const list = jsonList(io);
  const columns = csvColumns(reading);
  if (format === 'csv') io.out(csvRow(columns));
  let count = 0;
  for await (const { records } of pagesOf(reading, notes)) {
    for (const record of records.slice(0, max - count)) {
      count += 1;
      if (format === 'json') list.add(record);
      else if (format === 'csv') io.out(csvRow(columns.map((name) => record[name])));
      else io.out(JSON.stringify(record));
    }
    await io.drained?.();
    if (count >= max) break;
  }
  if (format === 'json') list.end();
  notes.tell();
  return 0;
}
