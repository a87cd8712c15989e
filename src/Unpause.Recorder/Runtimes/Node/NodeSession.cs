using System.Reflection;
using System.Text.Json;
using Unpause.Recordings.Readers;

namespace Unpause.Recorder.Runtimes.Node;

/// <summary>Records a running Node.js process through its inspector: V8's trace events, as <c>unpause run</c> has them written.</summary>
[SupportedOSPlatform("linux")]
internal static class NodeSession
{
    /// <summary>Time between reads: a process that ends waits for unpause to disconnect.</summary>
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(50);

    /// <summary>Records a process that has no hard obstacle.</summary>
    /// <exception cref="ObstacleException">It can't be recorded.</exception>
    public static LiveResult Record(ProcessView process, LiveProcess description, LiveOptions options, CancellationToken stop)
    {
        var folder = LiveFolder.ForUs(options.Folder);
        try
        {
            var name = string.Create(CultureInfo.InvariantCulture, $"node-{process.Id}-{DateTimeOffset.UtcNow:yyyyMMdd-HHmmss}.trace");
            var path = folder.MakeFile(name);
            using var file = new NodeTraceFile(path, options.MostBytes);
            var port = InspectorPort.Open(process);
            using var recording = NodeRecording.Begin(process, port, file);
            options.Started?.Invoke(
                $"its collections, through its inspector at {port.Listener.Local}{(port.IsOurs ? ", which is open until the end" : "")}");
            var started = Stopwatch.GetTimestamp();
            var end = LiveWait.For(process, options.Duration, stop, recording.Look, Look);
            var length = Stopwatch.GetElapsedTime(started);
            recording.Finish();
            var input = new RecordingInput(
                options.Folder is { } kept ? Path.Combine(kept, name) : $"process {process.Id}", () => LiveFiles.Open([path]));
            return new LiveResult(folder)
            {
                Inputs = [input],
                End = end,
                Seen = end == LiveEnd.Seen ? recording.Ended : null,
                Duration = length,
                Process = description,
                NotRecorded = recording.Problems,
            };
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }
}

/// <summary>A running recording of a Node.js process.</summary>
[SupportedOSPlatform("linux")]
internal sealed class NodeRecording : IDisposable
{
    private const string Script = "agents/node/inspected.cjs";

    /// <summary>Marks that the process has not answered yet: its main thread is busy in native code, or stopped.</summary>
    private const int MostWaiting = 5;

    /// <summary>
    /// Events that a mark has the process write. Its threads wait meanwhile, about 2 µs for each event of 230 bytes, so a process with many
    /// collections writes them more often.
    /// </summary>
    private const double BytesOfMark = 100_000;

    private static readonly TimeSpan MostBetween = TimeSpan.FromSeconds(1), LeastBetween = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan ToEnd = TimeSpan.FromSeconds(2);

    private readonly ProcessView _process;
    private readonly InspectorPort _port;
    private readonly InspectorSession _session;
    private readonly NodeTraceFile _file;
    private readonly List<string> _problems = [];
    private string? _object;
    private bool _isClosed;
    private long _marked = Stopwatch.GetTimestamp(), _writtenBefore;
    private TimeSpan _between = MostBetween;

    private NodeRecording(ProcessView process, InspectorPort port, InspectorSession session, NodeTraceFile file) =>
        (_process, _port, _session, _file) = (process, port, session, file);

    /// <summary>Why it ended before the process and without being asked; null when it did not.</summary>
    public string? Ended { get; private set; }

    /// <summary>What is missing, or was left behind.</summary>
    public IReadOnlyList<string> Problems => _problems;

    /// <summary>Begins to record.</summary>
    /// <exception cref="ObstacleException">The inspector refuses, or is not the process's.</exception>
    public static NodeRecording Begin(ProcessView process, InspectorPort port, NodeTraceFile file)
    {
        InspectorSession session;
        try
        {
            session = InspectorSession.Begin(process, port.Listener, file);
        }
        catch (ObstacleException e) when (port.IsOurs)
        {
            throw new ObstacleException(e.Obstacle with { What = $"{e.Obstacle.What}; its inspector stays open at {port.Listener.Local}" });
        }

        var recording = new NodeRecording(process, port, session, file);
        try
        {
            recording.Start();
            return recording;
        }
        catch (ObstacleException e)
        {
            recording.Dispose();
            var what = string.Join("; ", [e.Obstacle.What, .. recording.Problems.Select(problem => problem.TrimEnd('.'))]);
            throw new ObstacleException(e.Obstacle with { What = what });
        }
        catch
        {
            recording.Dispose();
            throw;
        }
    }

    /// <summary>Takes what has arrived, and has the process write a mark each second. Returns why the recording ends, or null.</summary>
    public LiveEnd? Look()
    {
        try
        {
            return Turn();
        }
        catch (ObstacleException e)
        {
            return EndWith(e.Obstacle.What);
        }
    }

    /// <summary>Takes the rest, and closes the inspector if unpause opened it.</summary>
    public void Finish()
    {
        try
        {
            if (!_session.HasEnded && _process.IsAlive())
            {
                // The answer to a request comes after the events that an earlier one released.
                CallScript("mark");
                CallScript("mark");
                _session.Call("NodeTracing.stop");
            }
        }
        catch (ObstacleException e)
        {
            _problems.Add($"The last second may be missing: {e.Obstacle.What}.");
        }

        Close();
        _file.Finish();
        if (_file.Problem is { } problem) _problems.Add($"The recording was ended, because {problem}.");
    }

    /// <inheritdoc/>
    public void Dispose() => Close();

    private void Start()
    {
        // Without it a process that ends would wait until somebody looks why.
        _session.Call("NodeRuntime.notifyWhenWaitingForDisconnect", json => json.WriteBoolean("enabled", true));
        _session.Call("NodeTracing.start", json =>
        {
            json.WriteStartObject("traceConfig");
            json.WriteStartArray("includedCategories");
            foreach (var category in NodeSwitch.Categories.Split(',')) json.WriteStringValue(category);
            json.WriteEndArray();
            json.WriteEndObject();
        });
        var result = _session.Call("Runtime.evaluate", WriteStart);
        _object = InspectorSession.TextOf(InspectorSession.Property(result, "result") ?? default, "objectId");
        if (_object.Length == 0) throw new ObstacleException("the inspector did not return an object");
    }

    private LiveEnd? Turn()
    {
        _session.Take();
        if (_file.Problem is { } problem) return EndWith($"the recording was ended, because {problem}");
        if (_session.ProcessWaits)
        {
            // The answer comes after the events of the script's last mark.
            _session.Call("Runtime.discardConsoleEntries");
            _session.Dispose();
        }

        if (_session.HasEnded)
            return HasProcessEnded() ? LiveEnd.ProcessEnded : EndWith($"the inspector of process {_process.Id} was closed");
        var since = Stopwatch.GetElapsedTime(_marked);
        if (since < _between || _session.Waiting > MostWaiting) return null;
        var bytesPerSecond = (_file.Length - _writtenBefore) / since.TotalSeconds;
        var next = TimeSpan.FromSeconds(Math.Min(MostBetween.TotalSeconds, BytesOfMark / Math.Max(1, bytesPerSecond)));
        (_marked, _writtenBefore, _between) = (Stopwatch.GetTimestamp(), _file.Length, next > LeastBetween ? next : LeastBetween);
        _session.Send("Runtime.callFunctionOn", json => WriteCall(json, "mark", closes: false));
        return null;
    }

    private LiveEnd EndWith(string why)
    {
        Ended = why;
        return LiveEnd.Seen;
    }

    private bool HasProcessEnded()
    {
        using var handle = ProcessHandle.Open(_process.Id);
        return handle?.HasEnded((int)ToEnd.TotalMilliseconds) != false || !_process.IsAlive();
    }

    private void Close()
    {
        if (_isClosed) return;
        _isClosed = true;
        if (!_session.HasEnded && _process.IsAlive())
        {
            try
            {
                if (_object is { Length: > 0 })
                    _session.Send("Runtime.callFunctionOn", json => WriteCall(json, "end", _port.IsOurs));
                else if (_port.IsOurs)
                    _session.Send("Runtime.evaluate", json => WriteScript(json, "require('inspector').close()"));
                // Closing the inspector closes this connection, without an answer.
                if (_port.IsOurs) _session.TakeUntilClosed(ToEnd);
                else _session.Call("Runtime.discardConsoleEntries");
            }
            catch (ObstacleException e)
            {
                _problems.Add($"{e.Obstacle.What}.");
            }
        }

        _session.Dispose();
        if (_port.WaitUntilClosed() is { } left) _problems.Add(left);
    }

    private void CallScript(string name) => _session.Call("Runtime.callFunctionOn", json => WriteCall(json, name, closes: false));

    private void WriteCall(Utf8JsonWriter json, string name, bool closes)
    {
        json.WriteString("objectId", _object);
        json.WriteString("functionDeclaration", $"function (closes) {{ this.{name}(closes); }}");
        json.WriteStartArray("arguments");
        json.WriteStartObject();
        json.WriteBoolean("value", closes);
        json.WriteEndObject();
        json.WriteEndArray();
        json.WriteBoolean("silent", true);
    }

    /// <summary>The parameters that evaluate unpause's script, which returns the object to call.</summary>
    internal static void WriteStart(Utf8JsonWriter json) => WriteScript(json, $"{ReadScript()}(require, process)");

    private static void WriteScript(Utf8JsonWriter json, string script)
    {
        json.WriteString("expression", script);
        json.WriteBoolean("includeCommandLineAPI", true);
        json.WriteBoolean("silent", true);
    }

    private static string ReadScript()
    {
        using var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream(Script)!;
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
