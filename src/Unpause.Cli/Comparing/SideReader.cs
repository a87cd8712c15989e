using Unpause.Reports.Comparison;
using Unpause.Reports.Documents;
using Unpause.Requests;

namespace Unpause.Cli.Comparing;

/// <summary>
/// Reads the runs of one side: a file is a run, a folder of folders has one run in each, and processes of a folder that ran at the same
/// time are one run. Stored reports are a run each.
/// </summary>
/// <param name="wanted">The requests and the threshold of slow ones; null when there are none.</param>
/// <param name="window">The part of each recording.</param>
internal sealed class SideReader(RequestSource? wanted, WindowRequest window)
{
    /// <summary>Whether a part of the input so far could not be read.</summary>
    public bool IsIncomplete { get; private set; }

    /// <summary>The reports of the runs.</summary>
    /// <param name="path">A file, a folder, a glob.</param>
    /// <param name="requestPaths">Traces and access logs of this side, beside those of both.</param>
    /// <exception cref="UserMistake">There is nothing to read.</exception>
    public IReadOnlyList<ReportDocument> Read(string path, IReadOnlyList<string> requestPaths)
    {
        var (stored, others) = (new List<ReportDocument>(), new List<ExpandedInput>());
        foreach (var input in InputExpansion.Expand([path]))
        {
            var looked = input with { Input = StoredReports.Look(input.Input, out var isStored) };
            if (!isStored)
            {
                others.Add(looked);
                continue;
            }

            window.RequireWhole(looked.Input.Name);
            stored.Add(StoredInput.Read(looked.Input).WithoutSecrets().Document);
        }

        if (others.Count > 0) stored.AddRange(Recorded(path, others, requestPaths));
        IsIncomplete |= stored.Any(report => report.Processes.Any(ReportCommand.IsDamaged));
        return stored;
    }

    private List<ReportDocument> Recorded(string path, IReadOnlyList<ExpandedInput> inputs, IReadOnlyList<string> requestPaths)
    {
        List<string> paths = [.. wanted?.Paths ?? [], .. requestPaths];
        var given = Requests([.. InputExpansion.Expand(paths)]);
        if (paths.Count > 0 && given.Count == 0) throw new UserMistake($"no requests in {string.Join(", ", paths)}");
        var (runs, unread) = (new List<ReportDocument>(), new List<UnreadInput>());
        foreach (var group in SideFolders.Group(path, inputs)) runs.AddRange(Runs(group, given, unread));
        var named = InputExpansion.Named(inputs, unread);
        foreach (var input in named)
            Console.Error.WriteLine($"unpause: {PlainText.Clean(input.Name)}: {ReportCommand.ReasonOf(input)}; left out");
        IsIncomplete |= named.Count > 0;
        if (runs.Count > 0) return runs;
        throw new UserMistake($"{path}: {(unread is [var first, ..] ? ReportCommand.ReasonOf(first) : "no recording")}");
    }

    private IEnumerable<ReportDocument> Runs(SideFolder group, IReadOnlyList<RequestSet> given, List<UnreadInput> unread)
    {
        var loaded = ReadingProgress.Load(group.Inputs);
        var others = group.Inputs.Where(input => loaded.Unread.Any(file => file.Name == input.Input.Name));
        var beside = wanted is null ? [] : Requests([.. others]);
        var names = beside.SelectMany(set => set.Files).ToHashSet(StringComparer.Ordinal);
        unread.AddRange(loaded.Unread.Where(input => !names.Contains(input.Name)));
        var recordings = loaded.Recordings.Count == 0 ? loaded.Recordings : window.Cut(loaded.Recordings);
        foreach (var run in group.IsOneRun ? [recordings] : SameTime.Group(recordings))
        {
            if (run.Count > 0) yield return CreateReport(run, [.. given, .. beside]);
        }
    }

    private ReportDocument CreateReport(IReadOnlyList<Recording> run, IReadOnlyList<RequestSet> requests)
    {
        var report = Report.Create(run);
        if (wanted is null) return report.ToDocument();
        var sets = requests.Count > 0 ? requests : RecordedRequestSets.From(run);
        return sets.Count == 0
            ? report.ToDocument()
            : (report with { Requests = RequestReport.Create(sets, report, wanted.Attribution, UnixTime.NowNanoseconds) }).ToDocument();
    }

    private IReadOnlyList<RequestSet> Requests(List<ExpandedInput> inputs) =>
        inputs.Count == 0 ? [] : ReadingProgress.Load(inputs, wanted?.Reading ?? new RequestOptions()).Sets;
}

/// <summary>Groups the files of one side of a comparison into runs.</summary>
internal static class SideFolders
{
    /// <summary>The subfolders of the user's path, with one run in each, and the files outside of subfolders.</summary>
    /// <param name="path">The path on the command line.</param>
    /// <param name="inputs">The files that it names.</param>
    public static IReadOnlyList<SideFolder> Group(string path, IReadOnlyList<ExpandedInput> inputs)
    {
        // A glob's files are below the folder of the glob.
        var named = path.AsSpan().IndexOfAny("*?") < 0 ? path : Path.GetDirectoryName(path);
        var root = Path.GetFullPath(named is { Length: > 0 } ? named : ".");
        var folders = inputs.GroupBy(input => FolderOf(root, input), StringComparer.Ordinal).ToList();
        var flat = folders.FirstOrDefault(folder => folder.Key.Length == 0);
        var nested = folders.Where(folder => folder.Key.Length > 0).OrderBy(folder => folder.Key, StringComparer.Ordinal).ToList();
        // The layout that --keep writes: a folder with the recording, and files beside it.
        if (nested.Count == 1 && flat is not null) return [new SideFolder(inputs, true)];
        return
        [
            .. flat is null ? Array.Empty<SideFolder>() : [new SideFolder([.. flat], false)],
            .. nested.Select(folder => new SideFolder([.. folder], true)),
        ];
    }

    private static string FolderOf(string root, ExpandedInput input)
    {
        if (!input.Found) return "";
        var inside = Path.GetRelativePath(root, Path.GetFullPath(input.Input.Name));
        var end = inside.IndexOf(Path.DirectorySeparatorChar, StringComparison.Ordinal);
        return end <= 0 || inside.StartsWith("..", StringComparison.Ordinal) ? "" : inside[..end];
    }
}

/// <summary>Inputs that are read together.</summary>
/// <param name="Inputs">Files.</param>
/// <param name="IsOneRun">Whether all files are one run, whatever their processes: a folder per run.</param>
internal sealed record SideFolder(IReadOnlyList<ExpandedInput> Inputs, bool IsOneRun);
