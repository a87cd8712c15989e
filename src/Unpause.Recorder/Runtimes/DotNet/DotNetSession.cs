using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime.Versioning;
using Microsoft.Diagnostics.NETCore.Client;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>
/// One EventPipe session of a live process, written to a file as it arrives. When the process dies the file holds what came
/// before; when we die the runtime ends the session by itself.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class DotNetSession : IDisposable
{
    /// <summary>
    /// What the runtime may hold when we are slow; what doesn't fit is dropped and counted by it, the program never waits.
    /// </summary>
    private const int BufferMegabytes = 64;

    private static readonly TimeSpan Answer = TimeSpan.FromSeconds(30);

    /// <summary>The names of all methods are written at the end: 10 s have been seen for 200,000 (dotnet/runtime#41857).</summary>
    private static readonly TimeSpan Rundown = TimeSpan.FromSeconds(60);

    private readonly long _started = Stopwatch.GetTimestamp();
    private readonly EventPipeSession _session;
    private readonly Task _copy;

    private readonly DotNetWatch? _watch;

    private DotNetSession(EventPipeSession session, string file, FileStream output, LiveCondition? when)
    {
        (_session, File) = (session, file);
        _copy = Task.Factory.StartNew(
            () => Copy(session.EventStream, output), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        if (when is not null) _watch = DotNetWatch.Start(file, when, () => _copy.IsCompleted);
    }

    /// <summary>What was seen that ends the recording; null as long as nothing was, or nothing is waited for.</summary>
    public string? Seen => _watch?.Seen;

    /// <summary>Whether that was long enough ago for the recording to end.</summary>
    public bool SeenIsOver => _watch?.IsOver == true;

    /// <summary>The file.</summary>
    public string File { get; }

    /// <summary>How long it has run.</summary>
    public TimeSpan Elapsed => Stopwatch.GetElapsedTime(_started);

    /// <summary>Whether no more comes: the process has ended or closed the session.</summary>
    public bool HasEnded => _copy.IsCompleted;

    /// <summary>Starts a session.</summary>
    /// <exception cref="ObstacleException">The process refused or didn't answer, or the file can't be written.</exception>
    public static DotNetSession Start(ProcessView process, string file, LiveOptions options)
    {
        FileStream output;
        try
        {
            // what has come can be read at once
            output = new FileStream(file, FileMode.CreateNew, FileAccess.Write, FileShare.Read, bufferSize: 0);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ObstacleException($"the recording can't be written to {file}: {e.Message}");
        }

        try
        {
            using var timeout = new CancellationTokenSource(Answer);
            var session = new DiagnosticsClient(process.Id)
                .StartEventPipeSessionAsync(DotNetProviders.For(options), requestRundown: true, BufferMegabytes, timeout.Token)
                .GetAwaiter()
                .GetResult();
            return new DotNetSession(session, file, output, options.When);
        }
        catch (Exception e) when (e is OperationCanceledException or TimeoutException)
        {
            output.Dispose();
            throw new ObstacleException(
                new Obstacle($"process {process.Id} did not answer in time", "it may be stopped, frozen or starved of CPU; try again"));
        }
        catch (Exception e) when (e is DiagnosticsClientException or SocketException or IOException)
        {
            output.Dispose();
            throw new ObstacleException($"process {process.Id} could not be recorded: {e.Message}");
        }
    }

    /// <summary>Ends the session and waits for the rest of the file. Returns null, or what is missing.</summary>
    public string? Finish()
    {
        _watch?.Stop();
        if (_copy.IsCompleted) return Missing();
        try
        {
            using var timeout = new CancellationTokenSource(Answer);
            _session.StopAsync(timeout.Token).GetAwaiter().GetResult();
        }
        catch (Exception e) when (e is OperationCanceledException or
            TimeoutException or DiagnosticsClientException or SocketException or IOException)
        {
            _session.Dispose(); // closing the connection ends the session too, without the names of methods
            return $"the process did not answer when the recording was to end: methods have no names ({e.Message})";
        }

        return _copy.Wait(Rundown) ? Missing() : "the process did not finish the recording in time: methods have no names";
    }

    /// <summary>Drops the session and its file.</summary>
    public void Discard()
    {
        Dispose();
        System.IO.File.Delete(File);
    }

    public void Dispose()
    {
        _watch?.Stop();
        _session.Dispose();
        try
        {
            _copy.Wait(Answer);
        }
        catch (AggregateException)
        {
            // Told by Finish; here nobody asks any more.
        }
    }

    private static void Copy(Stream source, FileStream output)
    {
        using (output)
        {
            var buffer = new byte[64 * 1024];
            while (true)
            {
                int read;
                try
                {
                    read = source.Read(buffer);
                }
                catch (Exception e) when (e is IOException or SocketException or ObjectDisposedException)
                {
                    return; // the process was killed, or we closed the connection
                }

                if (read == 0) return;
                output.Write(buffer, 0, read);
            }
        }
    }

    private string? Missing() =>
        _copy.Exception?.InnerException is { } fault ? $"the recording could not be written to its end: {fault.Message}" : null;
}
