using Unpause.Recordings;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet;

/// <summary>Sentences of the fleet's answers.</summary>
internal static class FleetText
{
    /// <summary>The title of stop time without a finding.</summary>
    public const string Unexplained = "Stops that no finding explains";

    /// <summary>The name of processes whose reports name no service.</summary>
    public const string NoService = "(no service)";

    /// <summary>Letters of a moment up to its minute.</summary>
    private const int MinuteLetters = 16;

    private static readonly string[] Decided = [FleetDeployDocument.Better, FleetDeployDocument.Worse];

    /// <summary>What costs most, and which deploy changed something.</summary>
    /// <param name="causes">Null where they are not asked for, or not known.</param>
    public static string Verdict(
        FleetSourceDocument source, IReadOnlyList<FleetCauseDocument>? causes, IReadOnlyList<FleetDeployDocument> deploys)
    {
        if (source.Processes == 0) return "No process is selected.";
        var sentences = new List<string>();
        if (causes is not null) sentences.Add(First(causes));
        if (Array.Find([.. deploys], deploy => Decided.Contains(deploy.Verdict)) is { ChangePercent: { } change } deploy)
            sentences.Add(Deploy(deploy, change));
        return sentences.Count > 0 ? string.Join(' ', sentences) : $"Read: {Quantities.Count(source.Processes, "process")}.";
    }

    private static string First(IReadOnlyList<FleetCauseDocument> causes)
    {
        if (causes.Count == 0) return "No stops were recorded.";
        var most = causes.FirstOrDefault(cause => cause.Finding is not null) ?? causes[0];
        return $"{most.Finding ?? "What no finding explains"} in {most.Service ?? NoService} costs most: {Cost(most)} a day.";
    }

    private static string Cost(FleetCauseDocument cause)
    {
        var parts = new List<string>();
        if (cause.RequestSecondsPerDay is > 0 and var requests) parts.Add($"{Amount(requests)} request-seconds");
        if (cause.CoreHoursPerDay is > 0 and var cores) parts.Add($"{Amount(cores)} core-hours");
        if (parts.Count == 0) parts.Add($"{Quantities.Duration(cause.StopSecondsPerDay * 1e9)} of stops");
        return string.Join(" and ", parts);
    }

    private static string Deploy(FleetDeployDocument deploy, FleetIntervalDocument change)
    {
        var word = deploy.Verdict == FleetDeployDocument.Better ? "better" : "worse";
        return deploy.Before == deploy.After
            ? $"{deploy.Service ?? NoService} is {word} since {Minute(deploy.At)} ({ChangeText.Name(deploy)}): {ChangeText.Of(change)}."
            : $"{ChangeText.Name(deploy)} of {deploy.Service ?? NoService} is {word} than {deploy.Before}: {ChangeText.Of(change)}.";
    }

    private static string Minute(string moment) => $"{moment[..MinuteLetters].Replace('T', ' ')} UTC";

    private static string Amount(double value) => value >= 10
        ? Math.Round(value).ToString("#,0", CultureInfo.InvariantCulture)
        : value.ToString("0.##", CultureInfo.InvariantCulture);
}
