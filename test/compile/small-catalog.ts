/** A small whole catalog for the tests of the compiler, as texts that a test may change line by line. */
import type { SourceFile } from '../../src/compile/diagnostic.ts';

export const VOCABULARY = `version: 1
domain:
  port: {zh: 端口, en: port}
  process: {zh: 进程, en: process}
action:
  query: {zh: 查询, en: query}
  kill: {zh: 结束, en: kill}
qualifier:
  occupied: {zh: 被占用, en: occupied}
`;

export const PACK = `id: net
type: pack
version: 1
title: {zh: 网络, en: Network}
summary: {zh: 关于本机网络的一切能力, en: Everything about the network of this machine}
entities: [port]
when_to_use: [{zh: 网络有问题, en: The network has a problem}]
when_not_to_use: [{zh: 文件有问题, en: A file has a problem}]
`;

/** 57 lines; the line numbers in the tests are those of this text. */
export const ACTION = `# who holds a port
id: net.who
type: action
version: 1
title:
  zh: 查看谁占用端口
  en: Show who holds a port
summary:
  zh: 返回占用这个端口的进程。
  en: Returns the process that holds this port.
aliases:
  zh: [谁占用端口]
  en: [who uses this port]
intents: [query]
entities: [port, process]
qualifiers: [occupied]
when_to_use:
  - zh: 端口被占用
    en: A port is taken
when_not_to_use:
  - zh: 要结束进程
    en: You want to end the process
    instead: net.kill
side_effect: R
risk_level: low
confirmation: none
idempotency: idempotent
timeout_ms: 10000
network_policy: none
requires:
  os: [linux]
  executables: [{name: ss, min_version: "5.0"}]
arguments_schema:
  type: object
  additionalProperties: false
  required: [port]
  properties:
    port:
      type: integer
      minimum: 1
      description: The port.
      x-description-zh: 端口号。
    name:
      type: string
      description: Part of a name.
      x-description-zh: 名字的一部分。
examples:
  - arguments: {port: 80}
  - arguments: {port: 443, name: x}
handler:
  kind: command
  executable: ss
  argv:
    - "-n"
    - {arg: port, prefix: "--port="}
    - "--"
    - {arg: name}
  output: {format: text}
`;

export const KILL = ACTION.replace('id: net.who', 'id: net.kill')
  .replace('查看谁占用端口', '结束占用端口的进程')
  .replace('Show who holds a port', 'End the process behind a port')
  .replace('返回占用这个端口的进程。', '让占用端口的程序立即退出并释放端口。')
  .replace('Returns the process that holds this port.', 'Makes the program behind a port exit at once.')
  .replace('谁占用端口', '释放端口')
  .replace('who uses this port', 'free a port')
  .replace('intents: [query]', 'intents: [kill]')
  .replace('instead: net.kill', 'instead: net.who')
  .replace('prefix: "--port="', 'prefix: "--kill="')
  .replace('side_effect: R', 'side_effect: I\nverifies: [net.who]\naffected_resources: ["port {port}"]')
  .replace('confirmation: none', 'confirmation: human');

export const RECIPE = `id: net.occupied_guide
type: recipe
version: 1
title: {zh: 端口被占用怎么办, en: What to do about a taken port}
summary: {zh: 一步步找到并处理占用端口的程序, en: Finds and handles the program behind a taken port step by step}
aliases: {zh: [端口占用处理], en: [port conflict steps]}
intents: [query]
entities: [port]
when_to_use: [{zh: 不知道从哪下手, en: You do not know where to begin}]
when_not_to_use: [{zh: 只想看占用者, en: You only want the holder, instead: net.who}]
body:
  zh: |
    先运行 {cap:net.who}。
    再决定是否 {cap:net.kill}。
  en: |
    Run {cap:net.who} first.
    Then decide about {cap:net.kill}.
`;

export const SMALL: Readonly<Record<string, string>> = {
  'lexicon/vocabulary.yaml': VOCABULARY,
  'net/_pack.yaml': PACK,
  'net/who.yaml': ACTION,
  'net/kill.yaml': KILL,
  'net/occupied_guide.yaml': RECIPE,
};

/** Texts as sources of one root. */
export function sources(texts: Readonly<Record<string, string>>, root = 0): SourceFile[] {
  return Object.entries(texts).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text), root }));
}

/** The text with one piece replaced; fails when it is not there exactly once, so that a test changes what it means to. */
export function edit(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2) throw new Error(`"${from}" stands ${text.split(from).length - 1} times`);
  return text.replace(from, () => to);
}
