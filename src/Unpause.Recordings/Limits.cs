namespace Unpause.Recordings;

/// <summary>Every bound that the library puts on what it reads, in one place.</summary>
public static class Limits
{
    /// <summary>
    /// Size of the blocks in which text is read, below the large object heap's threshold. It is also the longest line
    /// that is examined: the rest of a longer one is skipped and counted.
    /// </summary>
    public const int BlockBytes = 64 * 1024;

    /// <summary>How much of an input is shown to the format detector at a time.</summary>
    public const int DetectionBytes = 64 * 1024;

    /// <summary>Longest text in front of a line that is taken for a prefix, in bytes.</summary>
    internal const int PrefixBytes = 256;

    /// <summary>Not-understood lines kept as examples.</summary>
    internal const int KeptExamples = 5;

    /// <summary>Bytes kept of each example.</summary>
    public const int KeptExampleBytes = 200;

    /// <summary>Notes kept for one recording.</summary>
    internal const int KeptNotes = 50;

    /// <summary>
    /// Unpacked bytes of one packed input that are read however small it is packed. Recordings of the Python agent are files of 16 MiB
    /// that are mostly zeros, and pack to a thousandth.
    /// </summary>
    internal const long UnpackedBytes = 256L * 1024 * 1024;

    /// <summary>
    /// Beyond <see cref="UnpackedBytes"/>: unpacked bytes that are read for each packed one. GC logs and traces have 10 to 40; deflate can
    /// make 1,032 (zlib, technical details), and 3 MB of that are 20 s of reading.
    /// </summary>
    internal const int UnpackedRatio = 100;

    /// <summary>
    /// Largest window of a packed input, as a power of two: it is allocated. Decoders of zstd accept 27 unless asked for more (zstd 1.5.7,
    /// ZSTD_WINDOWLOG_LIMIT_DEFAULT), and xz -9 needs 26.
    /// </summary>
    internal const int UnpackWindowBits = 27;

    /// <summary>
    /// Windows of one input together that are allocated however small it is packed, in bytes: each block of xz and each folder of 7z has
    /// one, and needs some twenty bytes.
    /// </summary>
    internal const long UnpackWindowsBytes = 512L * 1024 * 1024;

    /// <summary>
    /// Beyond <see cref="UnpackWindowsBytes"/>: bytes of windows for each packed one. xz -T has a window of 8 MiB for each 24 MiB, which
    /// pack to 1 MiB or more.
    /// </summary>
    internal const int UnpackWindowsRatio = 1000;

    /// <summary>Files of one archive.</summary>
    internal const int ArchiveFiles = 10_000;

    /// <summary>Files, folders and links that a list of files may name.</summary>
    internal const int ArchiveEntries = 100_000;

    /// <summary>Longest list of files of an archive, in bytes: it is read into memory.</summary>
    internal const int ArchiveListBytes = 1024 * 1024;

    /// <summary>Longest name of a file in an archive, in bytes: PATH_MAX of Linux.</summary>
    internal const int ArchiveNameBytes = 4096;

    /// <summary>Longest extended header of a tar archive, in bytes: access lists and attributes of a file are in it.</summary>
    internal const int TarHeaderBytes = 1024 * 1024;

    /// <summary>Packed bytes of an archive's files that are kept in memory while they are read.</summary>
    internal const long SpooledBytes = 512L * 1024 * 1024;

    /// <summary>
    /// Longest zip or 7z archive that is kept in memory, in bytes: one from a pipe, or in another archive.
    /// </summary>
    internal const long HeldArchiveBytes = 256L * 1024 * 1024;

    /// <summary>Bytes read of all archives in archives of one input together: some ten seconds of unpacking.</summary>
    internal const long NestedBytes = 2L * 1024 * 1024 * 1024;

    /// <summary>How much is kept of a file of an archive that is no recording, to find out what else it is.</summary>
    internal const int ArchiveStartBytes = 8 * 1024;

    /// <summary>Different names (causes, phases) kept for one recording; later ones become "other".</summary>
    internal const int Names = 4096;

    /// <summary>Longest name kept, in bytes.</summary>
    public const int NameBytes = 256;

    /// <summary>
    /// Memory for what is kept of all recordings, or of all requests, of one report, in bytes: some twenty million collections with a
    /// pause each. Beyond it reading ends, so that a few packed megabytes don't fill the machine.
    /// </summary>
    internal const long MemoryBytes = 1024L * 1024 * 1024;

    /// <summary>
    /// Memory that counting and ranking takes for each packed collection, pause, stop and phase, in bytes. Packed, the same line over and
    /// over takes next to nothing.
    /// </summary>
    internal const long ItemBytes = 16;

    /// <summary>Memory that a collection of a flight recording takes while its events come, in bytes.</summary>
    internal const long FlightCollectionBytes = 600;

    /// <summary>Threads of one Go process in an execution trace.</summary>
    internal const int TraceThreads = 100_000;

    /// <summary>The latest moment of an execution trace, in nanoseconds since its clock's zero: some seventy years.</summary>
    internal const long LongestTraceNanoseconds = long.MaxValue / 4;

    /// <summary>Longest event of a JSON trace that is read, in bytes; V8's own have some kilobytes.</summary>
    internal const int TraceEventBytes = 1024 * 1024;

    /// <summary>Processes distinguished in one input.</summary>
    internal const int Processes = 4096;

    /// <summary>Longest single JSON string or number that is examined, in bytes; a value that contains a longer one is skipped.</summary>
    public const int JsonTokenBytes = 16 * 1024 * 1024;

    /// <summary>Deepest nesting of JSON; a value that is nested deeper is skipped.</summary>
    public const int JsonDepth = 1000;

    /// <summary>Broken JSON values in one input before its rest is given up: each costs far more time than a good one.</summary>
    public const int BrokenJsonValues = 10_000;

    /// <summary>Largest protobuf message (one ResourceSpans) that is read into memory, in bytes.</summary>
    public const int MessageBytes = 256 * 1024 * 1024;

    /// <summary>Services distinguished in one set of requests.</summary>
    public const int Services = 65_536;

    /// <summary>Processes of one service's name among which a vague one is looked for; beyond, it counts as one of its own.</summary>
    public const int ProcessesOfAName = 1_000;

    /// <summary>Processes whose requests are compared with a recording's pauses, to find the one that was recorded.</summary>
    public const int CandidateProcesses = 64;

    /// <summary>
    /// Values kept of one counter that the runtime publishes every second: twelve days; later ones count in mean and greatest only.
    /// </summary>
    internal const int CounterValues = 1 << 20;

    /// <summary>Longest stored report that is read, unpacked, in bytes: it is read into memory.</summary>
    public const long StoredReportBytes = 256L * 1024 * 1024;

    /// <summary>GC pauses put into one hole of a trace; further ones are counted only.</summary>
    public const int FilledPausesAHole = 1000;

    /// <summary>GC pauses put into one file of traces in all.</summary>
    public const int FilledPauses = 1_000_000;

    /// <summary>Slow requests in a picture, over all processes; beyond that, the longest ones.</summary>
    public const int ShownSlowRequests = 20_000;

    /// <summary>Requests that are not slow in a picture, over all processes; beyond that, every n-th.</summary>
    public const int ShownOtherRequests = 20_000;

    /// <summary>Traces shown as waterfalls.</summary>
    public const int ShownTraces = 5;

    /// <summary>Spans of one trace that are examined for its waterfall.</summary>
    public const int TraceSpans = 100_000;

    /// <summary>Spans drawn of one trace; of more the longest.</summary>
    public const int ShownTraceSpans = 300;

    /// <summary>Pauses drawn through one trace; of more the longest.</summary>
    public const int ShownTracePauses = 500;

    /// <summary>Spans in a file for trace viewers, from the longest requests on.</summary>
    public const int TraceViewerSpans = 200_000;

    /// <summary>Longest pause, stop or wait, in nanoseconds (a day): a longer one is a damaged number.</summary>
    public const long PauseNanoseconds = 86_400_000_000_000;

    /// <summary>Brackets that may be open at once in a legacy JVM log.</summary>
    internal const int OpenBlocks = 32;

    /// <summary>Phases kept of one pause that has not ended.</summary>
    internal const int PhasesOfOnePause = 64;

    /// <summary>Largest block of a .nettrace file; the runtime writes blocks of about 100 KB.</summary>
    internal const int NettraceBlockBytes = 16 * 1024 * 1024;

    /// <summary>Threads of one process whose open intervals are tracked at the same time.</summary>
    internal const int OpenThreads = 65_536;

    /// <summary>Largest allocation that one event can report; a larger number is damage.</summary>
    internal const long AllocationBytes = 1L << 40;

    /// <summary>Heaps of a server collector that are distinguished.</summary>
    internal const int Heaps = 1024;

    /// <summary>Longest command line or path kept, in bytes.</summary>
    internal const int TextBytes = 32 * 1024;

    /// <summary>Longest version of a runtime, in characters.</summary>
    internal const int VersionChars = 64;

    /// <summary>Longest header of a CPython agent's file, in bytes.</summary>
    internal const int PythonHeaderBytes = 1024 * 1024;

    /// <summary>Largest ring of a CPython agent's file, in records.</summary>
    internal const int PythonRingRecords = 1 << 22;

    /// <summary>Different latencies that a load test's histogram may have; wrk's has one a microsecond up to its timeout of 2 s.</summary>
    public const int LatencyCounts = 1 << 22;

    /// <summary>Largest ring of requests of a CPython agent's file, in records.</summary>
    internal const int PythonRequests = 1 << 20;

    /// <summary>Longest header of a Node.js agent's file, in bytes.</summary>
    internal const int NodeAgentHeaderBytes = 1024 * 1024;

    /// <summary>Largest rings of a Node.js agent's file, in requests or blocks.</summary>
    internal const int NodeAgentRecords = 1 << 20;

    /// <summary>Longest header of a Go agent's file, in bytes.</summary>
    internal const int GoAgentHeaderBytes = 1024 * 1024;

    /// <summary>Largest ring of collections or requests of a Go agent's file, in records.</summary>
    internal const int GoAgentRecords = 1 << 22;

    /// <summary>Largest ring of samples of a Go agent's file, in records of 1 KiB.</summary>
    internal const int GoAgentSamples = 1 << 16;

    /// <summary>Go processes whose lines may be interleaved in one input; the ones that were silent longest are closed.</summary>
    internal const int GoInterleavedProcesses = 64;

    /// <summary>Collections of a Go process that may be missing between two lines for them to be joined.</summary>
    internal const int GoMissingCollections = 16;

    /// <summary>Longest time that is taken for a collection's or a process's, in nanoseconds (a hundred years).</summary>
    internal const long LongestNanoseconds = 100L * 365 * 24 * 3600 * 1_000_000_000;

    /// <summary>Bytes of events of a .nettrace file that are buffered to be put in order of time.</summary>
    internal const int NettracePendingBytes = 256 * 1024 * 1024;

    /// <summary>Different call stacks kept of one recording.</summary>
    internal const int Stacks = 1_000_000;

    /// <summary>Frames kept of a call stack, from its top.</summary>
    internal const int StackFrames = 200;

    /// <summary>Frames kept of a stack of CPU samples, from its top: perf writes 127 by default.</summary>
    internal const int CpuStackFrames = 1024;

    /// <summary>Different names of frames and threads in one input of CPU samples; later ones become "other".</summary>
    internal const int CpuNames = 500_000;

    /// <summary>Frames of all stacks of one input of CPU samples, folded; of stacks beyond, only the class is kept.</summary>
    internal const int CpuNodes = 2_000_000;

    /// <summary>Stacks of CPU samples that a report has; further ones are summed up by class.</summary>
    public const int CpuStacks = 4_000;

    /// <summary>Kinds of work that are distinguished by the frames of a process's samples.</summary>
    internal const int CpuKinds = 65_536;

    /// <summary>Methods of one process whose names are kept.</summary>
    internal const int Methods = 2_000_000;

    /// <summary>Allocation sites kept of one recording, the largest first; the others are summed up by type.</summary>
    internal const int AllocationSites = 2_000;

    /// <summary>Longest profile that is read, unpacked, in bytes: it is read into memory.</summary>
    internal const int ProfileBytes = 256 * 1024 * 1024;

    /// <summary>Places in code, functions, mappings, and strings of a profile, each.</summary>
    internal const int ProfileEntries = 2_000_000;

    /// <summary>Deepest nesting of a profile in JSON: calls within calls.</summary>
    internal const int ProfileDepth = 100_000;

    /// <summary>Steps of different call stacks of a profile that are distinguished; samples beyond are summed up.</summary>
    internal const int ProfileSteps = 2_000_000;

    /// <summary>Places kept of each profile until those of one process are joined, the largest first; the others are summed up.</summary>
    internal const int ProfileSites = 20_000;

    /// <summary>
    /// Sampled objects of one process that are followed through collections at the same time; further ones are not followed.
    /// </summary>
    internal const int FollowedObjects = 500_000;

    /// <summary>Steps taken to follow objects in one recording; minutes of a busy program need a hundredth.</summary>
    internal const long FollowingSteps = 1_000_000_000;

    /// <summary>Lists of labels of a .nettrace file of version 6 that are known between two sequence points.</summary>
    internal const int LabelLists = 1_000_000;

    /// <summary>Address ranges that one collection reports for its generations.</summary>
    internal const int GenerationRanges = 65_536;

    /// <summary>Requests of one process that are being served or made at the same time; further ones are counted only.</summary>
    internal const int OpenRequests = 262_144;

    /// <summary>Highest number of an event's definition in a .nettrace file; the runtime numbers them from 1.</summary>
    internal const int EventDefinitions = 65_536;

    /// <summary>
    /// Largest chunk of a flight recording that is read into memory, in bytes; by default the JVM ends a chunk at 12 MB.
    /// </summary>
    internal const int JfrChunkBytes = 512 * 1024 * 1024;

    /// <summary>Structs within structs in a flight recording, and elements within elements of its description.</summary>
    internal const int JfrStructDepth = 16;

    /// <summary>Constants of one chunk of a flight recording.</summary>
    internal const int JfrConstants = 8_000_000;

    /// <summary>Longest chain of references from an object to a root that is followed; the JVM writes 200 at most.</summary>
    internal const int ObjectReferences = 256;

    /// <summary>Old objects kept of one recording.</summary>
    internal const int OldObjects = 10_000;

    /// <summary>Largest heap; a larger number is damage.</summary>
    internal const long HeapBytes = 1L << 48;

    /// <summary>Labels of a run that are kept.</summary>
    public const int Labels = 64;

    /// <summary>Longest key of a label, in characters.</summary>
    public const int LabelKeyChars = 128;

    /// <summary>Longest value of a label, and longest name of a host, service or version, in characters.</summary>
    public const int LabelValueChars = 512;

    /// <summary>Classes of one class histogram.</summary>
    internal const int HistogramClasses = 1_000_000;

    /// <summary>Objects of one heap dump: about what the memory for all inputs allows.</summary>
    internal const int HeapObjects = 50_000_000;

    /// <summary>References of one heap dump.</summary>
    internal const int HeapReferences = 400_000_000;

    /// <summary>Roots and dependent handles of one heap dump.</summary>
    internal const int HeapRoots = 4_000_000;

    /// <summary>Static fields of one heap dump.</summary>
    internal const int HeapStatics = 1_000_000;

    /// <summary>Types of one .NET process that are distinguished; of a heap dump, what is beyond is counted together.</summary>
    internal const int HeapTypes = 1_000_000;

    /// <summary>Texts of one V8 heap snapshot: every string on the heap is one.</summary>
    internal const int HeapTexts = 200_000_000;

    /// <summary>Names of types, variables and properties of one V8 heap snapshot that are kept; later ones are taken for keys.</summary>
    internal const int HeapNames = 2_000_000;

    /// <summary>Times that addresses begin anew in one heap dump: regions of a large server heap are some thousands.</summary>
    internal const int HeapRuns = 1_000_000;

    /// <summary>Different retention paths of a heap dump that are distinguished.</summary>
    public const int HeapPaths = 1_000_000;

    /// <summary>Longest retention path of a heap dump that is reported.</summary>
    public const int HeapPathSteps = 200;

    /// <summary>Snapshots of CPython's garbage that are read together.</summary>
    internal const int CycleSnapshots = 10_000;

    /// <summary>Kinds of cycles of one snapshot that are distinguished.</summary>
    internal const int CycleGroupsOfSnapshot = 500;

    /// <summary>Objects of one snapshot that are read one by one.</summary>
    internal const int CycleObjects = 1_000_000;

    /// <summary>References of one snapshot.</summary>
    internal const int CycleReferences = 8_000_000;

    /// <summary>Types of one snapshot.</summary>
    internal const int CycleTypes = 65_536;

    /// <summary>Different names of types, attributes and places of one snapshot; later ones become "other".</summary>
    internal const int CycleNames = 262_144;

    /// <summary>Largest total size of the objects of one snapshot, in bytes: a larger number is damage.</summary>
    internal const long CycleBytes = 1L << 50;

    /// <summary>
    /// Objects that one snapshot can report as examined: CPython's collector puts a header of 16 bytes before each. The sum over
    /// <see cref="CycleSnapshots"/> snapshots fits into a long.
    /// </summary>
    internal const long CycleObjectsExamined = CycleBytes / 16;

    /// <summary>Kinds of cycles that are distinguished.</summary>
    internal const int CycleGroupsKept = 10_000;

    /// <summary>Kinds of cycles that are reported.</summary>
    internal const int CycleGroups = 200;

    /// <summary>Types of one kind of cycle that are reported.</summary>
    internal const int CycleTypesOfGroup = 64;

    /// <summary>Objects of a cycle from which the shortest way back is looked for.</summary>
    internal const int CycleStarts = 32;

    /// <summary>Longest cycle that is reported as a path.</summary>
    internal const int CyclePathSteps = 24;

    /// <summary>References that are followed to find the shortest way of one cycle.</summary>
    internal const int CycleSteps = 1_000_000;

    /// <summary>Paths to objects of one CPython heap snapshot.</summary>
    internal const int PythonHeapWays = 10_000;

    /// <summary>Longest such way that is read.</summary>
    internal const int PythonHeapWaySteps = 64;

    /// <summary>Parts of the heap in a diagnostic report; V8 has about ten.</summary>
    internal const int ReportedSpaces = 64;

    /// <summary>Longest file of <c>unpause watch --config</c>, in bytes.</summary>
    public const int WatchFileBytes = 256 * 1024;

    /// <summary>Longest text in such a file, in characters: an address of a webhook.</summary>
    public const int WatchTextChars = 2000;

    /// <summary>Entries of one list in such a file: processes, conditions, targets.</summary>
    public const int WatchEntries = 200;

    /// <summary>Longest file of budgets, in bytes.</summary>
    public const int BudgetsFileBytes = 256 * 1024;

    /// <summary>Budgets of one file: each is judged for every process.</summary>
    public const int Budgets = 200;

    /// <summary>Longest text in a file of budgets, in characters.</summary>
    public const int BudgetTextChars = 1000;

    /// <summary>Pauses of one kind in a what-if replay: a setting of a few bytes would ask for any number.</summary>
    public const int MostReplayedPauses = 1_000_000;
}
