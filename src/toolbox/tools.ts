/**
 * The table of built-in tools: name in `handler.tool` → the file that does it, loaded only when called.
 * One line a tool, sorted by name. It knows nothing of what the tools do.
 */
import type { Tool } from './tool.ts';

export const TOOLS: Readonly<Record<string, () => Promise<Tool>>> = {
  port_holders: () => import('./port-holders.ts'),
};

/** Names of all tools, sorted: what a manifest may name in `handler.tool`. */
export function toolNames(): string[] {
  return Object.keys(TOOLS).sort();
}
