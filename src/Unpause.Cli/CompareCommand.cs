using Unpause.Cli.Comparing;
using Unpause.Reports.Comparison;
using Unpause.Reports.Comparison.Documents;
using Unpause.Reports.Documents;

namespace Unpause.Cli;

/// <summary><c>unpause compare BEFORE AFTER</c></summary>
internal static class CompareCommand
{
    private const string Help =
        """
        Did the change help? Show each difference, and whether it is significant.

        BEFORE and AFTER are each a recording, a report stored as JSON, or a folder or glob of repeated runs. With at least four
        runs on each side, differences are tested against the run-to-run variance, all metrics together. With one run each, the
        variance is unknown: the differences are shown, and none is called significant.
        """;

    public static Command Create()
    {
        var before = Input("BEFORE", "Runs before the change: a file, a folder with one file or one folder per run, or a glob in quotes.");
        var after = Input("AFTER", "Runs after the change, in the same form.");
        var requests = new RequestOptionSet();
        var requestsBefore = Requests("--before-requests", "Like --requests, for the runs before only. Needs --slow.");
        var requestsAfter = Requests("--after-requests", "Like --requests, for the runs after only. Needs --slow.");
        var sameLoad = new Option<bool>("--same-load")
            { Description = "Both sides did the same work, even if one allocated less or ran for a shorter time." };
        var failOn = new Option<string[]>("--fail-on")
            { Description = "Exit with 1 when a metric changed by more than this, and by more "
                + "than noise: 'p99_pause +10%'.", HelpName = "CHANGE" };
        var all = new Option<bool>("--all") { Description = "Also show metrics that are within noise." };
        var command = new Command("compare", Help) { before, after, requestsBefore, requestsAfter, sameLoad, failOn, all };
        foreach (var option in requests.All) command.Add(option);
        var window = new WindowOptions();
        window.AddTo(command);
        var outputs = new ComparisonOutputOptions();
        outputs.AddTo(command);
        command.SetAction(parsed =>
        {
            var limits = (parsed.GetValue(failOn) ?? []).Select(ChangeLimit.Parse).ToList();
            var output = outputs.Read(parsed, parsed.GetValue(all));
            var (wanted, part) = (requests.Read(parsed), window.Read(parsed));
            string[] ofBefore = parsed.GetValue(requestsBefore) ?? [], ofAfter = parsed.GetValue(requestsAfter) ?? [];
            if (wanted is null && ofBefore.Length + ofAfter.Length > 0)
                throw new UserMistake("requests need a threshold for slow ones: add for example --slow 400ms");
            var (one, other) = (parsed.GetValue(before)!, parsed.GetValue(after)!);
            return LeastRights.Run([one, other, .. ofBefore, .. ofAfter, .. wanted?.Paths ?? []], output.Paths, () =>
            {
                var reader = new SideReader(wanted, part);
                var (runs, others) = (reader.Read(one, ofBefore), reader.Read(other, ofAfter));
                var code = Compare(runs, others, (one, other), parsed.GetValue(sameLoad), limits, output);
                return code == ExitCodes.Done && reader.IsIncomplete ? ExitCodes.PartlyUnreadable : code;
            });
        });
        return command;
    }

    private static Argument<string> Input(string name, string description) => new(name) { Description = description };

    private static Option<string[]> Requests(string name, string description) => new(name) { Description = description, HelpName = "PATH" };

    private static bool IsUndecided(ComparisonDocument comparison) =>
        comparison.Outcome is ComparedMetricDocument.TooFew or ComparedMetricDocument.NotComparable;

    private static int Compare(
        IReadOnlyList<ReportDocument> before,
        IReadOnlyList<ReportDocument> after,
        (string Before, string After) names,
        bool sameLoad,
        List<ChangeLimit> limits,
        ComparisonOutput output)
    {
        if (RunComparison.Compare(before, after, names, sameLoad, out var refusal) is not { } comparison)
        {
            Console.Error.WriteLine($"unpause: {PlainText.Clean(refusal!)}");
            return ExitCodes.NotEnoughEvidence;
        }

        output.Write(comparison);
        var codes = limits.Select(limit => limit.Judge(comparison)).ToList();
        return codes.Contains(ExitCodes.OverBudget) ? ExitCodes.OverBudget
            : codes.Contains(ExitCodes.NotEnoughEvidence) || IsUndecided(comparison) ? ExitCodes.NotEnoughEvidence
            : ExitCodes.Done;
    }
}
