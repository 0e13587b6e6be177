/** What goes wrong once a change is on its way leaves its outcome open: only whoever got it knows what became of it. */
import { ToolFailure } from '../tool.ts';

/** Runs what comes after sending. Of a change every error then is a ToolFailure `outcome_unknown`, `told` added to its words. */
export async function afterSending<T>(changes: boolean, work: () => Promise<T> | T, told = ''): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!changes) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const result = error instanceof ToolFailure ? error.result : undefined;
    throw new ToolFailure(message + told, 'outcome_unknown', result);
  }
}
