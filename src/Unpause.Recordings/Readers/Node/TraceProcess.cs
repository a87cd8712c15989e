namespace Unpause.Recordings.Readers.Node;

/// <summary>A process in a trace: its threads that collected, and what the trace says of it.</summary>
internal sealed class TraceProcess(long id, IReadOnlyList<string> files, CoverageBuilder coverage, NameTable names)
{
    /// <summary>Threads with V8's events that are distinguished in one process.</summary>
    private const int MostThreads = 4096;

    private readonly Dictionary<long, TraceThread> _threads = [];
    private readonly Dictionary<long, string> _threadNames = [];
    private long? _first, _zero;
    private long _end;
    private long _beyond;

    public long Id { get; } = id;

    public long MemoryBytes => _threads.Values.Sum(thread => thread.MemoryBytes);

    /// <summary>Node.js's version; null when the trace does not say: a browser.</summary>
    public string? Version { get; private set; }

    /// <summary>What the program of the process says of itself first; null when it does not.</summary>
    public NodeMark? Mark { get; private set; }

    private string? Name { get; set; }

    /// <summary>Takes an event.</summary>
    public void Take(in JsonTraceEvent read)
    {
        // Browsers write 0 as the time of what describes processes and threads.
        if (read.StartNanoseconds > 0)
        {
            _first = Math.Min(_first ?? long.MaxValue, read.StartNanoseconds);
            _end = Math.Max(_end, read.EndNanoseconds);
        }

        if (read.Phase == TracePhase.Metadata) TakeMetadata(read);
        else if (read.Phase == TracePhase.AsyncBegin) Mark ??= NodeMark.Read(read);
        else if (V8Events.IsYoungInterval(read.Name) is not null || read.Name.StartsWith("V8.GC"u8)) TakeCollector(read);
    }

    /// <summary>The recordings of its isolates, the main thread's first.</summary>
    public IEnumerable<Recording> Build()
    {
        if (_beyond > 0)
        {
            coverage.Add(
                $"{_beyond:N0} events are of further threads of one process: at most {MostThreads:N0} are read.", unreadable: true);
        }
        var collecting = _threads.Values.Where(thread => thread.HasCollections).OrderBy(thread => thread.ThreadId == Id ? 0 : 1).ToList();
        if (collecting.Count == 0 && Version is not null) collecting.Add(ThreadOf(Id));
        foreach (var thread in collecting)
        {
            Describe(thread, collecting.Count > 1);
            var zero = _zero ?? _first ?? 0;
            yield return thread.Build(zero, zero - (_first ?? zero), _end);
        }
    }

    private void Describe(TraceThread thread, bool several)
    {
        var source = thread.Recording.Source;
        source.RuntimeVersion = Version;
        source.Command = Mark?.Command ?? Name;
        if (Mark?.Options is { Length: > 0 } options) source.Settings[NodeSettings.Options] = options;
        if (several || thread.ThreadId != Id)
        {
            source.Settings[NodeSettings.Isolate] = thread.ThreadId == Id ? NodeSettings.MainThread : string.Create(
                CultureInfo.InvariantCulture,
                $"{(Version is null ? _threadNames.GetValueOrDefault(thread.ThreadId, "thread") : NodeSettings.Worker)} {thread.ThreadId}");
        }

        if (Mark is { } mark && _first is { } first)
        {
            thread.Recording.Clock = Clock.Since1970(
                mark.UnixNanoseconds - (mark.AtNanoseconds - first), NodeMark.UncertaintyNanoseconds, "mark of the program in the trace");
        }
    }

    private void TakeCollector(in JsonTraceEvent read)
    {
        _zero ??= _first;
        // V8's helper threads have events of their own, which are no collections.
        if (!_threads.TryGetValue(read.ThreadId, out var thread))
        {
            if ((V8Events.IsYoungInterval(read.Name) ?? V8Events.IsYoungTimer(read.Name)) is null && !V8Events.IsStep(read.Name)) return;
            if (_threads.Count >= MostThreads)
            {
                _beyond++;
                return;
            }

            thread = ThreadOf(read.ThreadId);
        }

        thread.Take(read, _zero ?? 0);
    }

    private TraceThread ThreadOf(long id)
    {
        if (_threads.TryGetValue(id, out var known)) return known;
        var process = Id is > 0 and <= int.MaxValue ? (int)Id : 0;
        var thread = new TraceThread(files, coverage, names, process, id);
        _threads.Add(id, thread);
        return thread;
    }

    private void TakeMetadata(in JsonTraceEvent read)
    {
        if (read.Text.IsEmpty || read.Text.Length > Limits.TextBytes) return;
        if (read.Name.SequenceEqual("version"u8) && read.Text.Length <= Limits.VersionChars) Version = Encoding.UTF8.GetString(read.Text);
        else if (read.Name.SequenceEqual("process_name"u8)) Name = Encoding.UTF8.GetString(read.Text);
        else if (read.Name.SequenceEqual("thread_name"u8) && _threadNames.Count < MostThreads && read.Text.Length <= Limits.NameBytes)
            _threadNames[read.ThreadId] = names.Get(read.Text);
    }
}
