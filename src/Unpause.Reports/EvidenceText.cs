namespace Unpause.Reports;

/// <summary>Evidence as text: its description, and its number with a unit.</summary>
internal static class EvidenceText
{
    public static string Format(EvidenceDocument evidence) =>
        evidence.Value is { } value ? $"{evidence.Text}: {Number(value, evidence.Unit)}" : evidence.Text;

    private static string Number(double value, string? unit) => unit switch
    {
        "ms" => Quantities.Duration(value * 1e6),
        "s" => Quantities.Duration(value * 1e9),
        "bytes" => Quantities.Bytes(value),
        "bytes/s" or "bytes per second" => $"{Quantities.Bytes(value)}/s",
        "percent" => Quantities.Percent(value),
        null => value.ToString("#,0.##", CultureInfo.InvariantCulture),
        _ => $"{value.ToString("#,0.##", CultureInfo.InvariantCulture)} {unit}",
    };
}
