using Unpause.Recorder;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Waits;

namespace Unpause.Cli.Sessions;

/// <summary>
/// Everything that a command recorded, except the content of the files. Plain data, passed to another process as JSON.
/// </summary>
/// <param name="Inputs">Names of the files, in order.</param>
/// <param name="Kept">Whether the files stay after the report is written.</param>
internal sealed record RecordedFacts(IReadOnlyList<string> Inputs, bool Kept)
{
    /// <summary>Of <c>record</c>; null for another command.</summary>
    public LiveFacts? Live { get; init; }

    /// <summary>Of <c>record</c> with a URL; null for another command.</summary>
    public PprofFacts? Pprof { get; init; }

    /// <summary>Of <c>run</c>; null for another command.</summary>
    public RunFacts? Run { get; init; }

    /// <summary>The identity of the run, as OpenTelemetry attributes.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Identity { get; init; } = [];

    /// <summary>See <see cref="Recordings.RunIdentity.Processors"/>.</summary>
    public int? Processors { get; init; }

    /// <summary>See <see cref="Recordings.RunIdentity.MemoryLimitBytes"/>.</summary>
    public long? MemoryLimitBytes { get; init; }

    /// <summary>CPU starvation of the process during the recording; null when not measured.</summary>
    public ProcessorShare? Processor { get; init; }

    /// <summary>Whether to write the default page.</summary>
    public bool Page { get; init; }

    /// <summary>Whether standard output belongs to the observed program.</summary>
    public bool OutputIsTheProgramsOwn { get; init; }

    /// <summary>The same of a run.</summary>
    public RecordedFacts WithIdentity(Recordings.RunIdentity identity) => this with
    {
        Identity = Recordings.ResourceAttributes.Pairs(identity),
        Processors = identity.Processors,
        MemoryLimitBytes = identity.MemoryLimitBytes,
    };

    /// <summary>Reads the files.</summary>
    /// <param name="inputs">One for each of <see cref="Inputs"/>.</param>
    public ReportMaterial Read(IReadOnlyList<RecordingInput> inputs)
    {
        var material = Live?.Read(inputs) ?? Pprof?.Read(inputs) ?? Run?.Read(inputs) ?? new ReportMaterial([]);
        return material with
        {
            Recordings = [.. material.Recordings.Select(WithProcessor)],
            Once = true,
            Removed = !Kept,
            Identity = Recordings.ResourceAttributes.ToIdentity(Identity) with
            {
                Processors = Processors,
                MemoryLimitBytes = MemoryLimitBytes,
            },
        };

        // CPU starvation was measured during our recording only, not during the earlier log.
        Recordings.Recording WithProcessor(Recordings.Recording recording) =>
            Processor is { } share && (Live is null || (inputs.Count > 0 && recording.Source.Files.Contains(inputs[0].Name)))
                ? share.Complete(recording)
                : recording;
    }
}

/// <summary>How a Go program was recorded over net/http/pprof.</summary>
/// <param name="Address">Its host and port.</param>
/// <param name="Command">Its command line; null when unknown.</param>
/// <param name="NotRecorded">What is missing, one sentence each.</param>
internal sealed record PprofFacts(string Address, string? Command, IReadOnlyList<string> NotRecorded)
{
    /// <summary>Reads all files as one process's.</summary>
    public ReportMaterial Read(IReadOnlyList<RecordingInput> inputs)
    {
        var loaded = RuntimeTable.Default.Load([.. inputs.Select(input => input with { Session = Address })]);
        var notRecorded = NotRecorded.ToList();
        notRecorded.AddRange(loaded.Unread.Select(input => $"{input.Name} could not be read: {input.Reason}"));
        return new ReportMaterial([.. loaded.Recordings.Select(Complete)])
        {
            NotRecorded = notRecorded,
            Incomplete = loaded.Unread.Any(input => input.Fault == InputFault.Damaged)
                || loaded.Recordings.Any(recording => recording.Coverage.Unreadable),
        };
    }

    private Recording Complete(Recording recording) => Command is null ? recording : recording.OfCommand(Command);
}

/// <summary>How a command ran under <c>unpause run</c>.</summary>
/// <param name="Duration">From its start to its end.</param>
/// <param name="NotRecorded">What is missing, one sentence each.</param>
/// <param name="NotRecordedIfItRan">Those that matter only if a process of their runtime ran.</param>
/// <param name="Only">The ids of the runtimes that were recorded; null: all.</param>
internal sealed record RunFacts(
    int ExitCode,
    TimeSpan Duration,
    IReadOnlyList<string> NotRecorded,
    IReadOnlyList<string> NotRecordedIfItRan,
    IReadOnlyList<string>? Only)
{
    /// <summary>Of a run that has ended.</summary>
    public static RunFacts From(RunResult result, IReadOnlyList<string>? only = null) =>
        new(result.ExitCode, result.Duration, result.NotRecorded, result.NotRecordedIfItRan, only);

    /// <summary>The recordings of a run, to be read.</summary>
    public static IReadOnlyList<RecordingInput> Inputs(RunResult result) =>
    [
        .. result.Files.Select(file => result.FolderIsTemporary
            ? RecordingInput.File(file) with { Name = Path.GetFileName(file) }
            : RecordingInput.File(file))
    ];

    /// <summary>Reads what the run left behind.</summary>
    public ReportMaterial Read(IReadOnlyList<RecordingInput> inputs)
    {
        var loaded = RuntimeTable.Default.Load(inputs);
        // If another runtime left a recording, there is no sign that a process of this one ran at all.
        var reported = NotRecorded.Where(sentence => loaded.Recordings.Count == 0 || !NotRecordedIfItRan.Contains(sentence));
        var notRecorded = reported.Concat(loaded.Unread.Select(unread => $"{unread.Name} could not be read: {unread.Reason}")).ToList();
        if (loaded.Recordings.Count == 0) notRecorded.Add(NoRuntime());
        return new ReportMaterial(loaded.Recordings) { NotRecorded = notRecorded, ProgramCode = ExitCode };
    }

    private string NoRuntime() =>
        $"nothing was recorded in {Quantities.Duration(Duration.TotalNanoseconds)}: no {RecorderTable.Default.Only(Only).Reached} "
        + "process ran, or no GC ran in it, or it was started without the environment variables of unpause";
}
