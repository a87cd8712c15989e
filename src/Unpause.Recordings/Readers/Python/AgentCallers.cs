using System.Text;

namespace Unpause.Recordings.Readers.Python;

/// <summary>Callers of <c>gc.collect()</c>, from the table in the header of the agent's file (agents/python/FORMAT.md, Callers).</summary>
/// <param name="header">Where the table is.</param>
/// <param name="bytes">The whole header.</param>
internal sealed class AgentCallers(AgentHeader header, byte[] bytes)
{
    private readonly Dictionary<byte, (long Count, Total Sum, long Longest)> _calls = [];

    /// <summary>Takes an explicit collection.</summary>
    public void Take(in AgentRecord record)
    {
        if (record.Caller == 0) return;
        var known = _calls.GetValueOrDefault(record.Caller);
        var took = record.Ended ? record.End - record.Start : 0;
        _calls[record.Caller] = (known.Count + 1, known.Sum + took, Math.Max(known.Longest, took));
    }

    /// <summary>The callers, those with the longest pauses first; null where none was seen.</summary>
    public IReadOnlyList<InducedCall>? Build() => _calls.Count == 0
        ? null
        : [.. _calls.OrderByDescending(call => call.Value.Sum.Value).ThenBy(call => call.Key).Select(call => new InducedCall(
            call.Value.Count, Stack(call.Key)) { PauseNanoseconds = call.Value.Sum.Value, LongestNanoseconds = call.Value.Longest })];

    /// <summary>The innermost frames; none for callers beyond the table.</summary>
    private string[] Stack(byte number)
    {
        if (number > header.Callers) return [];
        var entry = bytes.AsSpan(header.CallersAt + ((number - 1) * header.CallerBytes), header.CallerBytes);
        var end = entry.IndexOf((byte)0);
        return Encoding.UTF8.GetString(end < 0 ? entry : entry[..end]).Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}
