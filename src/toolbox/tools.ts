/**
 * The table of built-in tools: name in `handler.tool` → the file that does it, loaded only when called.
 * One line a tool, sorted by name. It knows nothing of what the tools do.
 */
import type { Tool } from './tool.ts';

export const TOOLS: Readonly<Record<string, () => Promise<Tool>>> = {
  file_compare: () => import('./file-compare.ts'),
  file_copy: () => import('./file-copy.ts'),
  file_count_lines: () => import('./file-count-lines.ts'),
  file_delete: () => import('./file-delete.ts'),
  file_duplicate_find: () => import('./file-duplicate-find.ts'),
  file_find: () => import('./file-find.ts'),
  file_hash: () => import('./file-hash.ts'),
  file_head: () => import('./file-head.ts'),
  file_move: () => import('./file-move.ts'),
  file_permissions_set: () => import('./file-permissions-set.ts'),
  file_permissions_show: () => import('./file-permissions-show.ts'),
  file_recent: () => import('./file-recent.ts'),
  file_rename_batch: () => import('./file-rename-batch.ts'),
  file_symlink_create: () => import('./file-symlink-create.ts'),
  file_tail: () => import('./file-tail.ts'),
  file_trash: () => import('./file-trash.ts'),
  file_tree: () => import('./file-tree.ts'),
  file_type: () => import('./file-type.ts'),
  git_blame: () => import('./git-blame.ts'),
  git_branch_list: () => import('./git-branch-list.ts'),
  git_clean_preview: () => import('./git-clean-preview.ts'),
  git_commit: () => import('./git-commit.ts'),
  git_config_set: () => import('./git-config-set.ts'),
  git_config_show: () => import('./git-config-show.ts'),
  git_conflict_list: () => import('./git-conflict-list.ts'),
  git_contributors: () => import('./git-contributors.ts'),
  git_diff: () => import('./git-diff.ts'),
  git_file_history: () => import('./git-file-history.ts'),
  git_large_files: () => import('./git-large-files.ts'),
  git_remote_show: () => import('./git-remote-show.ts'),
  git_search_history: () => import('./git-search-history.ts'),
  git_show: () => import('./git-show.ts'),
  git_status: () => import('./git-status.ts'),
  git_undo_last_commit: () => import('./git-undo-last-commit.ts'),
  git_worktree_list: () => import('./git-worktree-list.ts'),
  image_convert: () => import('./image-convert.ts'),
  image_info: () => import('./image-info.ts'),
  image_resize: () => import('./image-resize.ts'),
  port_holders: () => import('./port-holders.ts'),
  sqlite_export_csv: () => import('./sqlite-export-csv.ts'),
  sqlite_query: () => import('./sqlite-query.ts'),
  sqlite_tables: () => import('./sqlite-tables.ts'),
  text_columns_extract: () => import('./text-columns-extract.ts'),
  text_encoding_convert: () => import('./text-encoding-convert.ts'),
  text_encoding_detect: () => import('./text-encoding-detect.ts'),
  text_line_endings_convert: () => import('./text-line-endings-convert.ts'),
  text_replace: () => import('./text-replace.ts'),
  text_search: () => import('./text-search.ts'),
  text_sort_unique: () => import('./text-sort-unique.ts'),
};

/** Names of all tools, sorted: what a manifest may name in `handler.tool`. */
export function toolNames(): string[] {
  return Object.keys(TOOLS).sort();
}
