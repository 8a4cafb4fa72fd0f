/**
 * Reading the graph, for whoever must also work where there is no database: facts about a change, `locate`, MCP tools and
 * the questions built on them. Two adapters, held equal by one contract suite: Neo4j (graph/reader/neo4j-reader.ts), and
 * the resolved graph of a folder in memory (graph/reader/memory-reader.ts).
 *
 * A symbol is named by its id, `ada/engine src/a.py#Dog.bark` (model/ids.ts). Whatever is not there, or not the caller's
 * to see, is left out of an answer. Every list is a slice of an ordered whole and says how long the whole is.
 */
import type { CallCounts, EdgeType, Evidence, NodeLabel, OpenCall } from './model/graph.ts';
import type { Visibility } from './model/declarations/visibility.ts';

/** `skip` elements are passed over, at most `limit` handed out. */
export interface Slice {
  skip?: number;
  limit: number;
}

export interface Listed<T> {
  items: T[];
  /** Length of the whole, of which `items` are a slice. */
  total: number;
}

/** Lines of a file, 1-based and inclusive. */
export interface LineRange {
  from: number;
  to: number;
}

export type SymbolLabel = Exclude<NodeLabel, 'Repository'>;

export interface SymbolRecord {
  id: string;
  repoId: string;
  label: SymbolLabel;
  /** The language's word: function, method, trait, field, … */
  kind: string;
  name: string;
  /** `Outer.inner`; the path of a File, the name of a Module. */
  qualifiedName: string;
  /** '' for modules outside the repository. */
  path: string;
  line: number;
  endLine: number;
  language: string;
  signature: string | null;
  /** Functions only. */
  complexity: number | null;
  className: string | null;
  modifiers: string[];
  /** From where a function can be called; null where its language does not say, and in what older code wrote. */
  visibility: Visibility | null;
  /** Files and classes: `name:line` of what is declared for them alone and has its definition elsewhere (C, C++). */
  hiddenMembers: string[];
  decorators: string[];
  /** Number of CALLS edges that end here. */
  callers: number;
  /** Number of CALLS edges that start here. */
  callees: number;
}

export interface SymbolText {
  id: string;
  /** Cut at SOURCE_LIMIT (graph/node-row.ts); '' for files and modules. */
  source: string;
  docstring: string | null;
}

export interface EdgeRecord {
  type: EdgeType;
  from: string;
  to: string;
  evidence: Evidence | null;
  /** 0..1 */
  confidence: number | null;
  /** Of the calls, in the file of `from`; of the import. */
  lines: number[];
  /** INHERITS: extends, implements, mixes_in, embeds. */
  how: string | null;
  importedName: string | null;
  alias: string | null;
  moduleName: string | null;
}

/** Edges of these types that start (`out`) or end (`in`) at a symbol. */
export interface EdgeChoice {
  types: readonly EdgeType[];
  direction: 'in' | 'out';
}

/** One step of a walk: an edge leads from `of` to `id`, or back. */
export interface Step {
  of: string;
  id: string;
  /** Of the edge; 1 where it has none. */
  confidence: number;
}

export interface FileRecord {
  /** Id of its File node. */
  id: string;
  repoId: string;
  path: string;
  language: string;
  lines: number;
  functions: number;
  classes: number;
  variables: number;
  /** It says at its head that a program wrote it. */
  generated: boolean;
  complexity: FileComplexity;
  /** Where the file's call sites ended; null while its edges are not yet written. */
  calls: CallCounts | null;
}

/** Over the functions of a file. */
export interface FileComplexity {
  sum: number;
  most: number;
}

/** Edges of one type between two files. */
export interface FileLink {
  from: string;
  to: string;
  edges: number;
}

/** A place that calls something in the repository. */
export interface CallSiteRecord {
  line: number;
  /** The function that calls, or the file. */
  from: string;
  to: string;
  evidence: Evidence;
  confidence: number;
}

/** A commit that was indexed, as far as it can be compared with others. */
export interface PastCommit {
  /** Number of the run that indexed it: later runs have larger ones. */
  fence: number;
  commit: string;
  /** ISO 8601; null of a folder. */
  indexedAt: string | null;
}

/** What a file declared at a commit. */
export interface DeclaredSymbol {
  label: 'Function' | 'Class' | 'Variable';
  /** The part of its id behind the file: `Cart.total`. */
  name: string;
  line: number;
  endLine: number;
  /** Hash of parameters, result, decorators and modifiers. */
  signature: string;
  /** Hash of its text without that of functions and classes in it, wherever it stands. */
  body: string;
}

export interface ChangedFile {
  path: string;
  /** null where the file was not there. */
  before: readonly DeclaredSymbol[] | null;
  after: readonly DeclaredSymbol[] | null;
  /** False where it is not known what one of them was. */
  known: boolean;
}

export interface ChangedFiles {
  /** By path. */
  files: ChangedFile[];
  /** More changed than are looked at. */
  more: boolean;
}

/** Calls of a file of which it is not known what they run. */
export interface OpenCalls {
  /** By line. */
  calls: OpenCall[];
  /** Those that are counted, and not in the list. */
  unlisted: number;
}

export interface TextLine {
  path: string;
  line: number;
}

/** How often the words that were asked for stand in a file. */
export interface FileCounts {
  path: string;
  /** Its head says that a program wrote it (model/generated.ts). */
  generated: boolean;
  /** In its text: the place of a word among those asked for, how often, the next place, … Places ascend. */
  inText: number[];
  /** In the names of its functions, classes and variables; the same form. */
  inNames: number[];
  /** All words of its text, and of its names. */
  textSize: number;
  nameSize: number;
}

/** A file of which something is near in meaning to a text. */
export interface NearFile {
  path: string;
  /** Cosine, -1..1, of its vectors' nearest. */
  similarity: number;
  /** Qualified name of the symbol that has it; null for the file itself. */
  symbol: string | null;
}

export interface IndexedCommit {
  repoId: string;
  commit: string;
  branch: string | null;
  /** ISO 8601; null before the first ingestion has ended. */
  indexedAt: string | null;
}

/** What texts that are no source say: templates, interface descriptions, build files, configuration, other languages. */
export interface TextMentions {
  /** Of the names that stand in one, the first such file by path. */
  paths: Map<string, string>;
  /** Such files that were not read; null where nothing is known of any. */
  unread: number | null;
  /** False where texts of a kind that calls by name were not looked through, such as templates. */
  complete: boolean;
}

/**
 * `under` is a folder without a slash at its end, '' for the whole repository. What speaks of paths or of the whole needs
 * a reader of one repository, and fails with `bad_request` otherwise; ids and names may cover several.
 */
export interface GraphReader {
  /** Undefined when nothing is indexed. */
  repository(): Promise<IndexedCommit | undefined>;
  /** Paths of own source files that are not in the graph: too long, generated or minified. A hundred at most. */
  leftOut(): Promise<readonly string[]>;
  /** Which of these names texts that are no source hold. A function's sign of a question or a bang does not count. */
  textsNaming(names: readonly string[]): Promise<TextMentions>;
  /** In the order of `ids`. */
  symbols(ids: readonly string[]): Promise<SymbolRecord[]>;
  /** In the order of `ids`. */
  texts(ids: readonly string[]): Promise<SymbolText[]>;
  /**
   * Functions, classes and variables of a name, the best kind of match alone: as spelled, else as the end of a qualified
   * name, else in any case. By repository, path and line.
   */
  named(name: string, slice: Slice): Promise<Listed<SymbolRecord>>;
  /** The files of a path, one in each repository that has it. */
  filesAt(path: string): Promise<FileRecord[]>;
  /** By path. */
  files(under: string, slice: Slice): Promise<Listed<FileRecord>>;
  /** Functions, classes and variables that stand in the lines, from the top, outer before inner. */
  inFile(fileId: string, range: LineRange, slice: Slice): Promise<Listed<SymbolRecord>>;
  /** Those of the lines that the file has. */
  lines(fileId: string, range: LineRange): Promise<string[]>;
  /** By line. */
  callSites(fileId: string, range: LineRange, slice: Slice): Promise<Listed<CallSiteRecord>>;
  /** By path, in its order, for the files that are there: calls that were not resolved. */
  openCalls(fileIds: readonly string[]): Promise<Map<string, OpenCalls>>;
  /** For each id that is there, the surest first, then by the place of the other end. */
  edges(ids: readonly string[], choice: EdgeChoice, slice: Slice): Promise<Map<string, Listed<EdgeRecord>>>;
  /** Edges that join two of the symbols, by their ends. */
  edgesAmong(ids: readonly string[], types: readonly EdgeType[], slice: Slice): Promise<Listed<EdgeRecord>>;
  /** Steps from all of the symbols, in no order; when there are more than `limit`, any of them. */
  steps(ids: readonly string[], choice: EdgeChoice, limit: number): Promise<{ steps: Step[]; complete: boolean }>;
  /** Functions, the most complex or the most called first. */
  ranked(under: string, by: 'complexity' | 'callers', slice: Slice): Promise<SymbolRecord[]>;
  /** Functions outside test files (model/test-paths.ts) that nothing outside test files calls but themselves, by place. */
  unused(under: string, slice: Slice): Promise<Listed<SymbolRecord>>;
  /** Files whose top level calls something and which no file imports, by path. */
  entryFiles(under: string, slice: Slice): Promise<Listed<SymbolRecord>>;
  /** Lines that hold an identifier as a word of its own, by path and line; with `more`, any of them. */
  wordLines(word: string, limit: number): Promise<{ lines: TextLine[]; more: boolean }>;
  /** Of each file, by path. Words are as `wordsOf` (graph/locate/words.ts) gives them. */
  wordCounts(words: readonly string[]): Promise<FileCounts[]>;
  /** Of the `most` symbols and files that are nearest to the text, by similarity; none where nothing has been embedded. */
  nearest(text: string, most: number): Promise<NearFile[]>;
  /** Newest first. */
  indexedCommits(): Promise<PastCommit[]>;
  /** Files that were written or removed between two of these; some hold the same at both. */
  changedFiles(from: PastCommit, to: PastCommit): Promise<ChangedFiles>;
  /** Between two files under the folder, the most edges first, then by path. */
  links(under: string, type: 'CALLS' | 'IMPORTS', slice: Slice): Promise<Listed<FileLink>>;
}
