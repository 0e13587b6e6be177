/**
 * The TABLE of what the runner asks of our own executable besides the built-in tools: each is the last step of one kind of
 * handler. Their names hold a dash, so that no manifest can name one as a tool.
 */
import type { Tool } from '../tool.ts';

export const HANDLER_CALLS: { readonly [name: string]: () => Promise<Tool> } = {
  'http-call': () => import('./http-call.ts'),
  'mcp-call': () => import('./mcp-call.ts'),
};
