using Unpause.Recorder;
using Unpause.Recordings;
using Unpause.Recordings.Readers;

namespace Unpause.Cli.Sessions;

/// <summary>How a command ran under <c>unpause run</c>.</summary>
/// <param name="ExitCode">Its exit code.</param>
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
    public static RunFacts Of(RunResult result, IReadOnlyList<string>? only = null) =>
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
        var loaded = RecordingLoader.Load(inputs);
        // If another runtime left a recording, there is no sign that a process of this one ran at all.
        var told = NotRecorded.Where(sentence => loaded.Recordings.Count == 0 || !NotRecordedIfItRan.Contains(sentence));
        var notRecorded = told.Concat(loaded.Unread.Select(unread => $"{unread.Name} could not be read: {unread.Reason}")).ToList();
        if (loaded.Recordings.Count == 0) notRecorded.Add(NoRuntime());
        return new ReportMaterial(loaded.Recordings) { NotRecorded = notRecorded, ProgramCode = ExitCode };
    }

    private string NoRuntime() =>
        $"nothing was recorded in {Quantities.Duration(Duration.TotalNanoseconds)}: no {RecorderTable.Default.Only(Only).Reached} "
        + "process ran, or no GC ran in it, or it was started without the environment variables of unpause";
}
