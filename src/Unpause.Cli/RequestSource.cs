using Unpause.Analysis.Attribution;
using Unpause.Reports;
using Unpause.Requests;

namespace Unpause.Cli;

/// <summary>The requests that the user wants judged.</summary>
/// <param name="Paths">Files, folders, globs, <c>-</c>.</param>
/// <param name="Attribution">Threshold and choices.</param>
/// <param name="Reading">What the user says about the files.</param>
internal sealed record RequestSource(IReadOnlyList<string> Paths, AttributionOptions Attribution, RequestOptions Reading)
{
    /// <summary>Reads the requests and judges them by a report's processes.</summary>
    /// <exception cref="UserMistake">Nothing can be read.</exception>
    public Report AddTo(Report report)
    {
        var inputs = InputExpansion.Expand(Paths);
        var loaded = RequestLoader.Load([.. inputs.Select(input => input.Input)], Reading);
        if (loaded.Sets.Count == 0) throw new UserMistake($"no requests in {string.Join(", ", Paths)}: {string.Join("; ", loaded.Unread.Take(3).Select(input => $"{input.Name}: {input.Reason}"))}");
        var unread = InputExpansion.Named(inputs, loaded.Unread);
        foreach (var input in unread) Console.Error.WriteLine($"unpause: {input.Name}: {input.Reason}; left out");
        var now = (DateTime.UtcNow.Ticks - DateTime.UnixEpoch.Ticks) * 100;
        var requests = RequestReport.Of(loaded.Sets, report, Attribution, now);
        return report with { Requests = requests with { Incomplete = unread.Count > 0 || loaded.Sets.Any(set => set.Coverage.Unreadable) } };
    }

    /// <summary>Says on standard error why requests were not judged.</summary>
    /// <returns><see cref="ExitCodes.NotEnoughEvidence"/> then, else <see cref="ExitCodes.Done"/>.</returns>
    public static int Judge(Report report)
    {
        if (report.Requests?.Attribution is not { Outcome: AttributionOutcome.NotEnoughEvidence } attribution) return ExitCodes.Done;
        foreach (var doubt in report.Requests.Doubts) Console.Error.WriteLine($"unpause: {PlainText.Clean(doubt)}");
        var refusals = attribution.Explanations.Where(explanation => explanation.Kind == ExplanationKind.Refusal).ToList();
        foreach (var refusal in refusals) Console.Error.WriteLine($"unpause: {PlainText.Clean(refusal.Text)}");
        if (refusals.Count == 0) Console.Error.WriteLine("unpause: no request is longer than --slow, so there is nothing to explain");
        return ExitCodes.NotEnoughEvidence;
    }
}
