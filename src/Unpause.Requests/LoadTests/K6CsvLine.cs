using Unpause.Requests.Columns;
using Unpause.Requests.Csv;
using Unpause.Requests.Logs;

namespace Unpause.Requests.LoadTests;

/// <summary>
/// k6's CSV output: metric_name,timestamp,metric_value,…; rows of http_req_duration are requests, in milliseconds,
/// stamped at their end, by default in whole seconds (K6_CSV_TIME_FORMAT gives finer ones). Source: k6, output/csv.
/// </summary>
internal sealed class K6CsvLine : ILogLine
{
    private const long Second = 1_000_000_000;
    private int _name = -1, _status = -1, _expected = -1;

    public LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        if (line.StartsWith("metric_name,timestamp,metric_value"u8))
        {
            var index = 0;
            for (var header = new CsvFields(line, (byte)','); header.MoveNext(); index++)
            {
                if (header.Field.SequenceEqual("name"u8)) _name = index;
                if (header.Field.SequenceEqual("status"u8)) _status = index;
                if (header.Field.SequenceEqual("expected_response"u8)) _expected = index;
            }

            return LineOutcome.Other;
        }

        if (!line.StartsWith("http_req_duration,"u8))
        {
            return line.StartsWith("#"u8) || line.IndexOf((byte)',') > 0 ? LineOutcome.Other : LineOutcome.NotUnderstood;
        }

        return ReadRow(line, builder) ? LineOutcome.Request : LineOutcome.NotUnderstood;
    }

    private bool ReadRow(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        ReadOnlySpan<byte> stamp = default, value = default, name = default, status = default, expected = default;
        var index = 0;
        for (var fields = new CsvFields(line, (byte)','); fields.MoveNext(); index++)
        {
            if (index == 1) stamp = fields.Field;
            if (index == 2) value = fields.Field;
            if (index == _name) name = fields.Field;
            if (index == _status) status = fields.Field;
            if (index == _expected) expected = fields.Field;
        }

        var cursor = new Utf8Cursor(value);
        if (!TryReadStamp(stamp, out var end, out var resolution) || !cursor.TryTakeFixed(6, out var duration) || !cursor.AtEnd)
        {
            return false;
        }

        // What a test calls expected (http.setResponseCallback) is its author's word, and comes before the status.
        var failed = RequestOutcome.FailedBySuccess(expected) ?? RequestOutcome.FailedByStatus(status);
        builder.Resolution(resolution);
        builder.Stamp(TimestampMeaning.End, TimestampMeaning.End);
        return builder.TryAddRequest(end - duration, duration, builder.Name(LogText.WithoutQuery(name)), failed: failed);
    }

    private static bool TryReadStamp(ReadOnlySpan<byte> text, out long nanoseconds, out long resolution)
    {
        resolution = Second;
        if (WallTime.TryParseIso(text, out nanoseconds, out var digits, out _))
        {
            resolution = digits == 0 ? Second : 1;
            return true;
        }

        // unix, unix_milli, unix_micro or unix_nano: distinguished by the number of digits.
        var cursor = new Utf8Cursor(text);
        resolution = text.Length switch { <= 11 => Second, <= 14 => 1_000_000, <= 17 => 1_000, _ => 1 };
        return cursor.TryTakeInteger(out nanoseconds) && cursor.AtEnd && nanoseconds >= 0 && Multiply(ref nanoseconds, resolution);
    }

    private static bool Multiply(ref long value, long factor)
    {
        if (value > long.MaxValue / factor) return false;
        value *= factor;
        return true;
    }
}
