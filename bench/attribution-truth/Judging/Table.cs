using System.Globalization;
using System.Text;

namespace Unpause.Bench.AttributionTruth;

/// <summary>Writes the tables.</summary>
public static class Table
{
    private static readonly (string Title, Func<Score, double?> Number, string Unit)[] Medians =
    [
        ("width of the p99 range, all", score => 100 * score.Width, "%"),
        ("width of the range of blamed requests, of the slow ones", score => 100 * score.BlameWidth, "%"),
        ("error of p99 without the collector, all", score => 100 * score.Error, "%"),
        ("error of p99 without the collector, verified and fits", score => score.Sure ? 100 * score.Error : null, "%"),
        ("error of the blamed share of the slow requests", score => score.ShareError, "points"),
    ];

    /// <summary>Goals, situations, disciplines and formats as Markdown.</summary>
    public static string Markdown(Tally tally)
    {
        var text = new StringBuilder("| | here | of | goal | |\n|---|---:|---:|---:|---|\n");
        foreach (var measure in Measure.All)
        {
            var (_, all) = tally.Count(measure.Ask);
            var percent = tally.Percent(measure.Ask);
            text.Append(
                Inv($"| {measure.Title} | {Percent(percent)} | {all} | {(measure.AtLeast ? "≥" : "≤")} {measure.Goal} % |"))
                .Append(percent is null ? " |\n" : measure.Reached(percent.Value) ? " reached |\n" : " **missed** |\n");
        }

        var width = tally.Median(score => score.Sure ? score.Width : null);
        var wide = tally.Scores.Count(score => score is { Sure: true, Width: not null });
        text.Append(Inv($"| median width of the p99 range, verified and fits, of the truth | {Percent(100 * width)} | {wide} | ≤ 25 % |"))
            .Append(width <= 0.25 ? " reached |\n" : " **missed** |\n");
        foreach (var (title, number, unit) in Medians)
        {
            var count = tally.Scores.Count(score => number(score) is not null);
            text.Append(Inv($"| median {title} (no goal in the issue) | {tally.Median(number):F1} {unit} | {count} | | |\n"));
        }

        Groups(text, "situation", tally, score => score.Scenario.Cell.Situation);
        Groups(text, "discipline", tally, score => score.Scenario.Cell.Discipline.ToString());
        return text.ToString();
    }

    /// <summary>One line a scenario, with tabs.</summary>
    public static string Line(Score score, Scene scene)
    {
        var setting = scene.World.Setting;
        var answer = score.Answer;
        return string.Join(
            '\t', score.Scenario.Seed, score.Scenario.Cell.Name, string.Join(',', Faults(score)),
            Inv($"exit {answer.Exit}"), Inv($"slow {score.Truth.Slow} because {score.Truth.Because} any {score.Truth.BecauseOfAny}"),
            answer.Blamed is { } blamed ? Inv($"blamed {blamed.Low}/{blamed.Reported}/{blamed.High}") : "blamed -",
            Inv($"p99 {score.Truth.P99WithoutMilliseconds:F1} range {answer.P99?.Low:F1}..{answer.P99?.High:F1}"),
            Inv($"offset {score.Truth.OffsetMilliseconds.First:F0}..{score.Truth.OffsetMilliseconds.Last:F0}"),
            Inv($"said {answer.Offset:F0} in {answer.OffsetRange?.Low:F0}..{answer.OffsetRange?.High:F0}"),
            Inv($"{(answer.Verified ? "verified" : "-")} {(answer.QueueFits ? "fits" : "-")} {answer.Queue}"),
            Inv($"felt {score.Truth.Felt.Slow}/{score.Truth.Felt.Because} door {answer.AcceptQueue}"),
            Inv($"{setting.Workers} workers {setting.Load} {setting.Law} u={setting.Utilisation:F2}"),
            Inv($"{setting.Rate:F0}/s {setting.Duration:F0}s {setting.Pauses} x {setting.PauseLength * 1e3:F0}ms"),
            Inv($"{scene.Format} slow {scene.Slow * 1e3:F0}ms"), answer.Failure ?? answer.Verdict ?? "");
    }

    /// <summary>What is wrong with an answer, in words of the columns.</summary>
    public static IEnumerable<string> Faults(Score score)
    {
        foreach (var measure in Measure.All)
        {
            if (measure.Ask(score) is { } value && value != measure.AtLeast) yield return measure.Name;
        }
    }

    private static void Groups(StringBuilder text, string title, Tally tally, Func<Score, string> key)
    {
        Measure[] columns = [.. Measure.All.Where(measure => measure.Name is not "offset error")];
        text.Append(Inv($"\n| {title} | n |")).AppendJoin('|', columns.Select(measure => $" {measure.Name} ")).Append("| width |\n");
        text.Append("|---|---:|").AppendJoin('|', columns.Select(_ => "---:")).Append("|---:|\n");
        foreach (var group in tally.Scores.GroupBy(key))
        {
            var part = new Tally([.. group]);
            text.Append(Inv($"| {group.Key} | {part.Scores.Count} |"));
            text.AppendJoin(
                '|', columns.Select(
                    measure => part.Percent(measure.Ask) is not { } percent ? " "
                        : measure.Reached(percent) ? Inv($" {percent:F0} ") : Inv($" **{percent:F0}** ")));
            text.Append(Inv($"| {Percent(100 * part.Median(score => score.Width))} |\n"));
        }
    }

    private static string Percent(double? value) => value is { } number ? Inv($"{number:F1} %") : "–";

    private static string Inv(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
