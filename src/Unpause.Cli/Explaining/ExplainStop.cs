using Unpause.Recordings.Loading;
using Unpause.Reports.Documents;
using Unpause.Reports.Explanations;

namespace Unpause.Cli.Explaining;

/// <summary><c>unpause explain FILE --at TIME | --gc NUMBER | --longest</c>: one pause in three lines.</summary>
internal static class ExplainStop
{
    /// <summary>Reads the recordings and explains the chosen pause.</summary>
    /// <exception cref="UserMistake">No path, nothing readable, or no such pause.</exception>
    /// <param name="requests">Files with requests that it may have delayed; empty for those in the recordings.</param>
    public static int Run(
        string[] paths, StopChoice choice, WindowRequest window, IReadOnlyList<string> requests, string? format, bool verbose)
    {
        if (paths.Length == 0) throw new UserMistake("name the recording whose pause to explain: unpause explain FILE --longest");
        if (format is not (null or "terminal" or "json"))
        {
            throw new UserMistake($"--format {format} is not supported for a pause: use terminal or json");
        }

        return LeastRights.Run(
            [.. paths, .. requests], [], () => Explain(paths, choice, window, requests, format == "json", verbose));
    }

    private static int Explain(
        string[] paths, StopChoice choice, WindowRequest window, IReadOnlyList<string> requests, bool json, bool verbose)
    {
        var inputs = InputExpansion.Expand(paths);
        var loaded = ReadingProgress.Load(inputs);
        foreach (var unread in InputExpansion.Named(inputs, loaded.Unread))
        {
            Console.Error.WriteLine($"unpause: {PlainText.Clean(unread.Name)}: {unread.Reason}; left out");
        }

        if (loaded.Recordings.Count == 0) throw new UserMistake("nothing to explain: no recording could be read");
        var (stop, remark) = choice.Find(RequestSource.OfDelays(requests).AddTo(Report.Create(window.Cut(loaded.Recordings))));
        if (remark is not null) Console.Error.WriteLine($"unpause: {PlainText.Clean(remark)}");
        if (json) PrintedJson.Write(new StopContract(stop), StopJson.Default.StopContract);
        else StopPage.Write(stop, verbose, Terminal.ForResults());
        return loaded.Recordings.Any(recording => recording.Coverage.Unreadable) ? ExitCodes.PartlyUnreadable : ExitCodes.Done;
    }
}
