namespace Unpause.Services.Watch.SlowRequests;

/// <summary>The last traces as they came, so that what is kept is what was sent.</summary>
internal sealed class TraceStore(TimeSpan span)
{
    // Messages of OTLP in a row are one message; JSON documents come one a line.
    private const string ProtobufName = "traces.pb", JsonName = "traces.json";

    private readonly Queue<(DateTimeOffset At, byte[] Bytes, bool IsJson, int Spans)> _traces = new();
    private readonly Lock _lock = new();
    private long _bytes;

    /// <summary>Spans that are kept now.</summary>
    public long Spans { get; private set; }

    /// <summary>Whether a file's name is one of those that it writes.</summary>
    public static bool IsFile(string name) => name is ProtobufName or JsonName;

    /// <summary>Takes a request's body, unpacked; the oldest ones go.</summary>
    public void Add(byte[] bytes, bool isJson, int spans, DateTimeOffset now)
    {
        lock (_lock)
        {
            _traces.Enqueue((now, bytes, isJson, spans));
            _bytes += bytes.Length;
            Spans += spans;
            while (_traces.TryPeek(out var oldest)
                && (_bytes > ServiceLimits.MostTraceStoreBytes || Spans > ServiceLimits.MostTraceSpans || now - oldest.At > span))
            {
                _traces.Dequeue();
                _bytes -= oldest.Bytes.Length;
                Spans -= oldest.Spans;
            }
        }
    }

    /// <summary>Writes what came since a time, where something did.</summary>
    public void CopyTo(string folder, DateTimeOffset since)
    {
        (DateTimeOffset At, byte[] Bytes, bool IsJson, int Spans)[] all;
        lock (_lock) all = [.. _traces.Where(one => one.At >= since)];
        foreach (var group in all.GroupBy(one => one.IsJson))
        {
            using var file = new FileStream(Path.Combine(folder, group.Key ? JsonName : ProtobufName), FileMode.Create, FileAccess.Write);
            foreach (var one in group)
            {
                file.Write(one.Bytes);
                if (group.Key) file.WriteByte((byte)'\n');
            }
        }
    }
}
