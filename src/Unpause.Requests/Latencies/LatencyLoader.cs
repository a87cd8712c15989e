using Unpause.Recordings;
using Unpause.Recordings.Readers;

namespace Unpause.Requests.Latencies;

/// <summary>Reads what load tests leave that keep no single request.</summary>
public static class LatencyLoader
{
    /// <summary>Reads an input; nothing is thrown for what it contains or when it can't be opened.</summary>
    /// <param name="input">The input.</param>
    /// <param name="problem">What of it wasn't understood; null when all was.</param>
    /// <returns>Null when it is something else, which <see cref="RequestLoader"/> may know.</returns>
    public static LatencyTable? Load(RecordingInput input, out string? problem)
    {
        problem = null;
        try
        {
            using var raw = input.Open();
            using var stream = PeekedStream.Unpack(raw);
            var start = stream.Peek(Limits.BlockBytes);
            var lines = new LineReader(stream);
            if (WrkSummary.Recognises(start)) return WrkSummary.Read(lines);
            if (!CountedLatencies.Recognises(start)) return null;
            var table = CountedLatencies.Read(lines, out var notUnderstood);
            if (notUnderstood > 0) problem = $"{notUnderstood:N0} lines are not a latency followed by its count";
            return table;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            problem = SystemFault.Reason(exception);
            return null;
        }
    }
}
