using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Tracing;

namespace Unpause.Readers.DotNet;

/// <summary>
/// Decodes a .nettrace stream into <see cref="RuntimeEvent"/>s in order of time. TraceEvent only takes the container
/// apart; its own GC state is wrong for server GC on EventPipe files (TraceEvent 4.0.0), so nothing of it is used.
/// </summary>
internal sealed class EventDecoder
{
    // A provider without a registered id has one made from its name (the EventSource convention).
    private static readonly Dictionary<Guid, EventProvider> Providers = new()
    {
        [new("e13c0d23-ccbc-4e12-931b-d9cc2eee27e4")] = EventProvider.Runtime,
        [new("763fd754-7086-4dfe-95eb-c01a46faf4ca")] = EventProvider.RuntimePrivate,
        [new("a669021c-c450-4609-a035-5af59af4df18")] = EventProvider.Rundown,
        [new("92f528a6-f5b8-5160-a7ee-b33da7739e29")] = EventProvider.EventPipe,
        [new("3c530d44-97ae-513a-1e6d-783e8f8e03a9")] = EventProvider.SampleProfiler,
    };

    private byte[] _payload = new byte[1024];
    private ExceptionDispatchInfo? _ours;

    /// <summary>Takes an event of a process.</summary>
    public delegate void EventHandler(int processId, in RuntimeEvent runtimeEvent);

    /// <summary>Events that the runtime dropped because its buffers were full, by gaps in sequence numbers.</summary>
    public int LostEvents { get; private set; }

    /// <summary>Wall time of the recording's zero, with a resolution of 1 ms; null when nothing could be read.</summary>
    public DateTimeOffset? StartedAt { get; private set; }

    /// <summary>Decodes to the end. Returns what the decoder choked on, as a phrase, or null.</summary>
    public string? Run(Stream stream, EventHandler handler)
    {
        using var source = new EventPipeEventSource(stream);
        source.AllEvents += data => Pass(data, handler);
        string? fault = null;
        try
        {
            source.Process();
        }
        catch (Exception exception) when (_ours is null && exception is not IOException)
        {
            // The decoder states no contract for damaged content: FormatException, IndexOutOfRangeException,
            // KeyNotFoundException and others were seen. Ours, from the handler, go on below.
            fault = exception.Message.ReplaceLineEndings(" ");
        }

        _ours?.Throw();
        LostEvents = source.EventsLost;
        if (source.SessionStartTime.Year > 1970) StartedAt = new DateTimeOffset(source.SessionStartTime.ToUniversalTime());
        return fault;
    }

    private void Pass(TraceEvent data, EventHandler handler)
    {
        if (_ours is not null) return;
        var length = data.EventDataLength;
        if (length < 0 || !Providers.TryGetValue(data.ProviderGuid, out var provider)) return;
        if (length > _payload.Length) _payload = new byte[length * 2];
        Marshal.Copy(data.DataStart, _payload, 0, length);
        var time = (long)Math.Round(data.TimeStampRelativeMSec * 1_000_000);
        try
        {
            handler(data.ProcessID, new RuntimeEvent(
                provider, (int)data.ID, data.Version, data.ThreadID, time, data.PointerSize, _payload.AsSpan(0, length)));
        }
        catch (Exception exception)
        {
            _ours = ExceptionDispatchInfo.Capture(exception);
            throw;
        }
    }
}
