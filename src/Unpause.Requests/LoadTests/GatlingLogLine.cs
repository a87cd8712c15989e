using Unpause.Requests.Logs;

namespace Unpause.Requests.LoadTests;

/// <summary>
/// Gatling's simulation.log as text: tab-separated records; REQUEST contains the name, start and end in milliseconds
/// since 1970. Versions put other fields before the name, so start and end are the first two times next to each other.
/// Source: Gatling, DataWriters (2.x: scenario, user, groups, name; 3.0: user, groups, name; from 3.4 on groups, name).
/// </summary>
internal sealed class GatlingLogLine : ILogLine
{
    private const long Millisecond = 1_000_000;
    private const int TimeLength = 13;

    public LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        if (!line.StartsWith("REQUEST\t"u8)) return IsOther(line) ? LineOutcome.Other : LineOutcome.NotUnderstood;
        ReadOnlySpan<byte> before = default, name = default;
        long? start = null;
        for (var rest = line; !rest.IsEmpty;)
        {
            var tab = rest.IndexOf((byte)'\t');
            var field = tab < 0 ? rest : rest[..tab];
            rest = tab < 0 ? default : rest[(tab + 1)..];
            if (!TryTime(field, out var time))
            {
                before = field;
                start = null;
                continue;
            }

            if (start is null)
            {
                start = time;
                name = before;
                continue;
            }

            builder.Resolution(Millisecond);
            builder.Stamp(TimestampMeaning.Both, TimestampMeaning.Both);
            return builder.TryAddRequest(start.Value, time - start.Value, builder.Name(name))
                ? LineOutcome.Request
                : LineOutcome.NotUnderstood;
        }

        return LineOutcome.NotUnderstood;
    }

    private static bool IsOther(ReadOnlySpan<byte> line) => line.StartsWith("RUN\t"u8) || line.StartsWith("USER\t"u8)
        || line.StartsWith("GROUP\t"u8) || line.StartsWith("ASSERTION\t"u8) || line.StartsWith("ERROR\t"u8);

    private static bool TryTime(ReadOnlySpan<byte> field, out long nanoseconds)
    {
        var cursor = new Utf8Cursor(field);
        return cursor.TryTakeFixed(6, out nanoseconds) && cursor.AtEnd && field.Length == TimeLength && field.IndexOf((byte)'.') < 0;
    }
}
