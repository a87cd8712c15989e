using System.Buffers.Binary;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Tracing;
using Unpause.Recordings.Readers.DotNet;
using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Tests.Readers.DotNet;

/// <summary>
/// Decodes a .nettrace stream with TraceEvent, which only takes the container apart: the independent source that
/// <see cref="BlockDecoder"/> is compared with.
/// </summary>
internal sealed class TraceEventDecoder
{
    // A provider without a registered id has one made from its name (the EventSource convention).
    private static readonly Dictionary<Guid, EventProvider> Providers = new()
    {
        [new("e13c0d23-ccbc-4e12-931b-d9cc2eee27e4")] = EventProvider.Runtime,
        [new("763fd754-7086-4dfe-95eb-c01a46faf4ca")] = EventProvider.RuntimePrivate,
        [new("a669021c-c450-4609-a035-5af59af4df18")] = EventProvider.Rundown,
        [new("92f528a6-f5b8-5160-a7ee-b33da7739e29")] = EventProvider.EventPipe,
        [new("3c530d44-97ae-513a-1e6d-783e8f8e03a9")] = EventProvider.SampleProfiler,
        [new("9ded64a4-414c-5251-dcf7-1e4e20c15e70")] = EventProvider.AspNetCoreHosting,
        [new("d30b5633-7ef1-5485-b4e0-94979b102068")] = EventProvider.HttpClient,
    };

    private byte[] _payload = new byte[1024];
    private ExceptionDispatchInfo? _ours;

    public long LostEvents { get; private set; }

    public DateTimeOffset? StartedAt { get; private set; }

    public int? Processors { get; private set; }

    public StackTable Stacks { get; } = new();

    public string? Run(NettraceFrames stream, RuntimeEventHandler handler)
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
        if (source.NumberOfProcessors > 0) Processors = source.NumberOfProcessors;
        LostEvents = source.EventsLost == int.MaxValue ? long.MaxValue : source.EventsLost;
        if (source.SessionStartTime.Year > 1970) StartedAt = new DateTimeOffset(source.SessionStartTime.ToUniversalTime());
        return fault;
    }

    private void Pass(TraceEvent data, RuntimeEventHandler handler)
    {
        if (_ours is not null) return;
        var length = data.EventDataLength;
        if (length < 0 || !Providers.TryGetValue(data.ProviderGuid, out var provider)) return;
        var ids = WantedEvents.UseOf(provider, (int)data.ID) == EventUse.WithActivity ? ActivityIds.Bytes : 0;
        if (ids + length > _payload.Length) _payload = new byte[ids + (length * 2)];
        if (ids > 0) ActivityIds.Write(_payload, Bits(data.ActivityID), Bits(data.RelatedActivityID));
        Marshal.Copy(data.DataStart, _payload, ids, length);
        var time = (long)Math.Round(data.TimeStampRelativeMSec * 1_000_000);
        try
        {
            handler(data.ProcessID, new RuntimeEvent(
                provider, (int)data.ID, data.Version, data.ThreadID, time, data.PointerSize, _payload.AsSpan(0, ids + length)));
        }
        catch (Exception exception)
        {
            _ours = ExceptionDispatchInfo.Capture(exception);
            throw;
        }
    }

    private static UInt128 Bits(Guid id)
    {
        Span<byte> bytes = stackalloc byte[16];
        id.TryWriteBytes(bytes);
        return BinaryPrimitives.ReadUInt128LittleEndian(bytes);
    }
}
