using Unpause.Requests.Columns;
using Unpause.Requests.Csv;
using Unpause.Requests.Logs;

namespace Unpause.Requests.LoadTests;

/// <summary>
/// vegeta's CSV, which has no header: the hit's start in nanoseconds since 1970, status, latency in nanoseconds, bytes out and
/// in, error, body, attack, number, and from version 12 on method, URL and headers. Source: vegeta, lib/results.go, NewCSVEncoder.
/// </summary>
internal sealed class VegetaCsvLine : ILogLine
{
    private const int LeastFields = 9;
    private const int HighestStatus = 999;
    private const long Year2001 = 1_000_000_000_000_000_000;

    public LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        ReadOnlySpan<byte> start = default, status = default, latency = default, method = default, url = default;
        var index = 0;
        for (var fields = new CsvFields(line, (byte)','); fields.MoveNext(); index++)
        {
            switch (index)
            {
                case 0:
                    start = fields.Field;
                    break;
                case 1:
                    status = fields.Field;
                    break;
                case 2:
                    latency = fields.Field;
                    break;
                case 9:
                    method = fields.Field;
                    break;
                case 10:
                    url = LogText.WithoutQuery(fields.Field);
                    break;
            }
        }

        if (index < LeastFields || !TryWhole(start, out var began) || began < Year2001 || !TryWhole(status, out var code)
            || code > HighestStatus || !TryWhole(latency, out var took))
        {
            return LineOutcome.NotUnderstood;
        }

        builder.Resolution(1);
        builder.Stamp(TimestampMeaning.Start, TimestampMeaning.Start);
        var name = builder.Name(url.IsEmpty ? default : [.. method, (byte)' ', .. url]);
        return builder.TryAddRequest(began, took, name, failed: RequestOutcome.FailedByStatus(status))
            ? LineOutcome.Request
            : LineOutcome.NotUnderstood;
    }

    private static bool TryWhole(ReadOnlySpan<byte> text, out long number)
    {
        var cursor = new Utf8Cursor(text);
        return cursor.TryTakeInteger(out number) && cursor.AtEnd && number >= 0;
    }
}
