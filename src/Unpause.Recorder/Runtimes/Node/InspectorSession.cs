using System.Buffers;
using System.Text.Json;

namespace Unpause.Recorder.Runtimes.Node;

/// <summary>
/// A session with the inspector of a process (Chrome DevTools Protocol, with Node.js's domains NodeTracing and NodeRuntime). Trace events
/// go into a file as they arrive; everything else is an answer to a request, or of no interest.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class InspectorSession : IInspectorFrames, IDisposable
{
    private const int MostTextBytes = 300;

    /// <summary>Reads that are done without a pause: the end of the recording and the clock are looked at between.</summary>
    private const int MostReads = 1000;

    private static readonly TimeSpan Answer = TimeSpan.FromSeconds(10);

    private readonly InspectorSocket _socket;
    private readonly NodeTraceFile _file;
    private readonly FrameReader _frames;
    private int _asked, _answered, _awaited;
    private JsonElement? _answer;

    private InspectorSession(InspectorSocket socket, NodeTraceFile file)
    {
        (_socket, _file) = (socket, file);
        _frames = new FrameReader(this);
    }

    /// <summary>Whether the connection is closed, or no longer usable.</summary>
    public bool HasEnded { get; private set; }

    /// <summary>Whether the process is at its end, and waits for the inspector's clients to disconnect.</summary>
    public bool ProcessWaits { get; private set; }

    /// <summary>Requests without an answer yet.</summary>
    public int Waiting => _asked - _answered;

    /// <summary>Begins a session.</summary>
    /// <param name="process">The process.</param>
    /// <param name="listener">The socket of its inspector.</param>
    /// <param name="file">Takes the trace events; owned by the caller.</param>
    /// <exception cref="ObstacleException">What listens there is no inspector of this process, or does not answer.</exception>
    public static InspectorSession Begin(ProcessView process, TcpSocket listener, NodeTraceFile file)
    {
        var deadline = Deadline(Answer);
        string target;
        using (var list = InspectorSocket.Connect(process, listener, deadline))
        {
            var (status, body) = list.Get("/json/list", "", deadline);
            target = InspectorTarget.IdOf(body) ?? throw new ObstacleException(new Obstacle(
                $"process {process.Id} does not name its inspector's target at {listener.Local} (status {status})",
                "another server listens there, or --inspect-publish-uid hides it"));
        }

        // The key is fixed, and the answer to it not looked at: both protect against caches, and the kernel has named the other end.
        const string upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dW5wYXVzZSByZWNvcmRlcg==\r\n";
        var socket = InspectorSocket.Connect(process, listener, deadline);
        try
        {
            const int switching = 101;
            var (status, _) = socket.Get($"/{target}", upgrade, deadline);
            if (status != switching)
                throw new ObstacleException($"the inspector of process {process.Id} refused a session (status {status})");
            return new InspectorSession(socket, file);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>Sends a request and waits for its result.</summary>
    /// <exception cref="ObstacleException">It was refused, or not answered in time.</exception>
    public JsonElement Call(string method, Action<Utf8JsonWriter>? parameters = null)
    {
        var deadline = Deadline(Answer);
        _answer = null;
        _awaited = Send(method, parameters, deadline);
        while (_answer is null)
        {
            if (HasEnded) throw new ObstacleException("the inspector was closed");
            ReadOnce(wait: true, deadline);
        }

        var answer = _answer.Value;
        if (Property(answer, "error") is { } error)
            throw new ObstacleException($"the inspector refused {method}: {TextOf(error, "message")}");
        var result = Property(answer, "result") ?? default;
        if (Property(result, "exceptionDetails") is not { } thrown) return result;
        var details = thrown.GetRawText();
        throw new ObstacleException($"a script failed in the process: {details[..Math.Min(details.Length, MostTextBytes)]}");
    }

    /// <summary>Sends a request whose answer is of no interest; returns its number.</summary>
    /// <exception cref="ObstacleException">It can't be sent.</exception>
    public int Send(string method, Action<Utf8JsonWriter>? parameters = null) => Send(method, parameters, Deadline(Answer));

    /// <summary>Takes what has arrived.</summary>
    public void Take()
    {
        for (var i = 0; i < MostReads && !HasEnded && ReadOnce(wait: false, 0); i++)
        {
            // Until nothing is there.
        }
    }

    /// <summary>Takes what arrives until the other end closes, or the time is over.</summary>
    public void TakeUntilClosed(TimeSpan most)
    {
        var deadline = Deadline(most);
        try
        {
            while (!HasEnded) ReadOnce(wait: true, deadline);
        }
        catch (ObstacleException)
        {
            // The time is over.
        }
    }

    /// <inheritdoc/>
    public void TakeEvents(ReadOnlySpan<byte> json, bool isStart) => _file.Add(json, isStart);

    /// <inheritdoc/>
    public void TakePing(ReadOnlySpan<byte> content) => _socket.SendPong(content, Deadline(Answer));

    /// <inheritdoc/>
    public void TakeClose() => HasEnded = true;

    /// <inheritdoc/>
    public void TakeMessage(ReadOnlySpan<byte> json)
    {
        var reader = new Utf8JsonReader(json);
        try
        {
            if (!JsonDocument.TryParseValue(ref reader, out var document)) return;
            using (document)
            {
                var message = document.RootElement;
                if (IdOf(message) is { } id)
                {
                    _answered++;
                    if (id == _awaited) _answer = message.Clone();
                }
                else if (TextOf(message, "method") == "NodeRuntime.waitingForDisconnect")
                {
                    ProcessWaits = true;
                }
            }
        }
        catch (JsonException)
        {
            HasEnded = true; // it is no inspector
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        HasEnded = true;
        _socket.Dispose();
    }

    /// <summary>Text of a field, cut; empty when there is none.</summary>
    internal static string TextOf(JsonElement element, string name) =>
        Property(element, name) is { ValueKind: JsonValueKind.String } value && value.GetString() is { } text
            ? text[..Math.Min(text.Length, MostTextBytes)]
            : "";

    /// <summary>A field of an object; null when there is none.</summary>
    internal static JsonElement? Property(JsonElement element, string name) =>
        element.ValueKind == JsonValueKind.Object && element.TryGetProperty(name, out var value) ? value : null;

    private static int? IdOf(JsonElement message) =>
        Property(message, "id") is { ValueKind: JsonValueKind.Number } id && id.TryGetInt32(out var number) ? number : null;

    private static long Deadline(TimeSpan time) => Stopwatch.GetTimestamp() + (long)(time.TotalSeconds * Stopwatch.Frequency);

    private int Send(string method, Action<Utf8JsonWriter>? parameters, long deadline)
    {
        var text = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(text))
        {
            json.WriteStartObject();
            json.WriteNumber("id", ++_asked);
            json.WriteString("method", method);
            json.WriteStartObject("params");
            parameters?.Invoke(json);
            json.WriteEndObject();
            json.WriteEndObject();
        }

        _socket.SendText(text.WrittenSpan, deadline);
        return _asked;
    }

    /// <summary>Reads once; false when nothing is there.</summary>
    private bool ReadOnce(bool wait, long deadline)
    {
        var space = _frames.Space;
        var read = wait ? _socket.Receive(space, deadline) : _socket.ReceiveNow(space);
        if (read is not { } count) return false;
        if (count == 0 || !_frames.Advance(count)) HasEnded = true;
        return !HasEnded;
    }
}

/// <summary>Reads the list of an inspector's targets.</summary>
[SupportedOSPlatform("linux")]
internal static class InspectorTarget
{
    private const int LongestId = 64;

    /// <summary>The id of the first target: <c>[{"id": "251c790f-…", …}]</c>; null when the text is not such a list.</summary>
    public static string? IdOf(ReadOnlySpan<byte> json)
    {
        var reader = new Utf8JsonReader(json);
        try
        {
            if (!JsonDocument.TryParseValue(ref reader, out var document)) return null;
            using (document)
            {
                if (document.RootElement is not { ValueKind: JsonValueKind.Array } list || list.GetArrayLength() == 0) return null;
                var id = InspectorSession.TextOf(list[0], "id");
                return id.Length is > 0 and <= LongestId && id.All(c => char.IsAsciiLetterOrDigit(c) || c == '-') ? id : null;
            }
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
