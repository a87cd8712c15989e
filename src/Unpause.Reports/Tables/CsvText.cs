using System.Globalization;
using System.Text;

namespace Unpause.Reports.Tables;

/// <summary>
/// Rows of comma-separated values as RFC 4180 has them: lines end in CRLF; a cell with a comma, a quote or a line end stands in quotes.
/// A text that a spreadsheet would take for a formula (it begins with = + - @, a tab or a line end) has an apostrophe in front (OWASP,
/// CSV injection).
/// </summary>
internal sealed class CsvText(Stream output) : IDisposable
{
    private readonly StreamWriter _text = new(output, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\r\n" };
    private bool _begun;

    /// <summary>A text from a recording; empty for null.</summary>
    public CsvText Text(string? text)
    {
        var clean = PlainText.Clean(text ?? "");
        return Cell(clean is ['=' or '+' or '-' or '@' or '\uFFFD', ..] ? "'" + clean : clean);
    }

    /// <summary>A whole number; empty for null.</summary>
    public CsvText Number(long? number) => Cell(number?.ToString(CultureInfo.InvariantCulture) ?? "");

    /// <summary>Nanoseconds as milliseconds, none cut off; empty for null.</summary>
    public CsvText Milliseconds(double? nanoseconds) =>
        Cell(nanoseconds is { } known ? ((decimal)known / 1_000_000).ToString("0.######", CultureInfo.InvariantCulture) : "");

    /// <summary>Ends the row.</summary>
    public void End()
    {
        _text.WriteLine();
        _begun = false;
    }

    /// <inheritdoc/>
    public void Dispose() => _text.Dispose();

    private CsvText Cell(string text)
    {
        if (_begun) _text.Write(',');
        _begun = true;
        _text.Write(text.AsSpan().IndexOfAny(",\"\r\n") < 0 ? text : $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"");
        return this;
    }
}
