using Unpause.Reports.Fleets.Documents;

namespace Unpause.Reports.Fleets;

/// <summary>The words and numbers of a fleet, shared by terminal and tables. Texts are as they are in the document, not yet safe.</summary>
internal static class FleetText
{
    private const string ReportCommand = "unpause report", CompareCommand = "unpause compare";

    /// <summary>The letters of a word that a shell leaves as it is.</summary>
    private const string PlainLetters = "/._-:=+,@%";

    /// <summary>Letters of a moment up to its minute, and of its date.</summary>
    private const int ToTheMinute = 16, Day = 10;

    /// <summary>A number with at most three digits behind its first ones, as much as a person compares.</summary>
    public static string Amount(double? amount) => amount switch
    {
        null => Cell.Unknown,
        > 0 and < 0.005 => "< 0.01",
        { } known => known.ToString(Math.Abs(known) < 10 ? "0.##" : Math.Abs(known) < 100 ? "0.#" : "N0", CultureInfo.InvariantCulture),
    };

    /// <summary>A share in percent with its sign.</summary>
    public static string Signed(double percent) =>
        percent.ToString(Math.Abs(percent) < 9.95 ? "+0.#;−0.#;0" : "+#,0;−#,0;0", CultureInfo.InvariantCulture);

    /// <summary>A change with its interval.</summary>
    public static string Change(FleetIntervalDocument? change) =>
        change is { } known ? $"{Signed(known.Value)} % ({Signed(known.Low)} to {Signed(known.High)})" : Cell.Unknown;

    /// <summary>A size with its interval.</summary>
    public static string Sizes(FleetIntervalDocument sizes) =>
        $"{Quantities.Bytes(sizes.Value)} ({Quantities.Bytes(sizes.Low)} to {Quantities.Bytes(sizes.High)})";

    /// <summary>A word of the contract, as people write it.</summary>
    public static string Word(string word) => word.Replace('_', ' ');

    /// <summary>Both versions of a deploy; the one version where only an annotation marks the change.</summary>
    public static string Versions(FleetDeployDocument deploy) =>
        deploy.Before != deploy.After ? $"{deploy.Before} → {deploy.After}"
        : deploy.After.Length > 0 ? deploy.After
        : Cell.Unknown;

    /// <summary>What stop time was divided by.</summary>
    public static string Per(string per) => per switch
    {
        FleetDeployDocument.PerRequest => "per request",
        FleetDeployDocument.PerAllocatedByte => "per allocated byte",
        _ => "per second",
    };

    /// <summary>A moment to the minute, in UTC.</summary>
    public static string Moment(string? moment) =>
        moment is null ? Cell.Unknown : (moment.Length > ToTheMinute ? moment[..ToTheMinute] : moment).Replace('T', ' ');

    /// <summary>A probability.</summary>
    public static string Probability(double p) =>
        p < 0.001 ? "< 0.001" : p.ToString("0.###", CultureInfo.InvariantCulture);

    /// <summary>The command that shows the report behind a number; null without one.</summary>
    public static string? Open(FleetReportLink? report) => report is null ? null : $"{ReportCommand} {Quote(report.Path)}";

    /// <summary>The command that shows both reports; that of one where only one is known.</summary>
    public static string? Open(FleetReportLink? before, FleetReportLink? after) =>
        before is { } first && after is { } second ? $"{CompareCommand} {Quote(first.Path)} {Quote(second.Path)}" : Open(after ?? before);

    /// <summary>Parts that are known, in a line.</summary>
    public static string Line(params ReadOnlySpan<string?> parts)
    {
        var line = new StringBuilder();
        foreach (var part in parts)
        {
            if (string.IsNullOrEmpty(part)) continue;
            if (line.Length > 0) line.Append(" · ");
            line.Append(part);
        }

        return line.ToString();
    }

    /// <summary>Where the numbers come from, and what they cover.</summary>
    public static string Source(FleetSourceDocument source)
    {
        var store = source.Kind switch
        {
            FleetSourceDocument.Prometheus => $"Prometheus {source.Place}",
            FleetSourceDocument.ClickHouse => $"ClickHouse {source.Place}",
            _ => source.Place,
        };
        var reports = source.Reports is { } known ? $"{Quantities.Count(known, "report")}, " : "";
        return $"{store}: {reports}{Quantities.Count(source.Processes)} {(source.Processes == 1 ? "process" : "processes")},"
            + $" {Quantities.Count(source.Hosts, "host")}, {Quantities.Count(source.Services, "service")}"
            + (source.From is null ? "" : $"; {Span(source)} UTC, {Amount(source.CoveredHours)} process-hours recorded");
    }

    /// <summary>What was left out: inputs that could not be read, and reports of the same time.</summary>
    public static IEnumerable<string> LeftOut(FleetSourceDocument source)
    {
        foreach (var unread in source.Unread) yield return $"{Quantities.Count(unread.Count)}: {unread.Reason} (e.g. {unread.Example})";
        if (source.Overlapping > 0)
            yield return $"{Quantities.Count(source.Overlapping)}: another report of the same process has the same time";
    }

    /// <summary>How many services have it, and some of their names.</summary>
    public static string Services(FleetConditionDocument condition)
    {
        var known = condition.ServiceNames.Where(name => name.Length > 0).ToList();
        return Quantities.Count(condition.Services) + (known.Count == 0 ? "" : $": {string.Join(", ", known)}")
            + (known.Count > 0 && condition.Services > known.Count ? ", …" : "");
    }

    /// <summary>Which hours of two versions were compared.</summary>
    public static string Hours(bool areSame) => areSame ? "same hours" : "hours before and after";

    /// <summary>The setting with both of its values.</summary>
    public static string Difference(FleetDifferenceDocument difference) =>
        $"{difference.Name} {difference.Here ?? "not set"}, others {difference.Others ?? "not set"}";

    /// <summary>Whether an open alert was fixed.</summary>
    public static string Fixed(bool? isFixed) => isFixed switch
    {
        true => "fixed",
        false => "not fixed",
        _ => "no change yet",
    };

    /// <summary>Both ends; without the time of day where the days differ.</summary>
    private static string Span(FleetSourceDocument source)
    {
        var (from, to) = (Moment(source.From), Moment(source.To));
        var (first, last) = (Date(from), Date(to));
        return first == last ? $"{from} to {to}" : $"{first} to {last}";

        static string Date(string moment) => moment.Length > Day ? moment[..Day] : moment;
    }

    /// <summary>A word for a shell.</summary>
    private static string Quote(string word) =>
        word.Length > 0 && word[0] != '-' && word.All(letter => char.IsAsciiLetterOrDigit(letter) || PlainLetters.Contains(letter))
            ? word
            : $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}
