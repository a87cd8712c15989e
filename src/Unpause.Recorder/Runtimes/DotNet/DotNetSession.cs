using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.Net.Sockets;
using System.Runtime.Versioning;
using Unpause.Recorder.Peers;
using Unpause.Recordings.Readers.DotNet;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>
/// One EventPipe session of a live process, written to a file as it arrives. If the process ends, the file contains all earlier events. If
/// unpause ends, the runtime ends the session by itself.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class DotNetSession : IDisposable
{
    private const long LeastFreeBytes = 256L << 20, BytesBetweenLooks = 64L << 20;

    private static readonly TimeSpan Answer = TimeSpan.FromSeconds(30);

    /// <summary>The names of all methods are written at the end: 10 s were reported for 200,000 (dotnet/runtime#41857).</summary>
    private static readonly TimeSpan Rundown = TimeSpan.FromSeconds(60);

    private readonly long _started = Stopwatch.GetTimestamp();
    private readonly ProcessView _process;
    private readonly DotNetSocket _socket;
    private readonly ProvenSocket _events;
    private readonly ulong _session;
    private readonly LiveFolder _folder;
    private readonly Task<string?> _copy;

    private readonly DotNetWatch? _watch;

    private DotNetSession(
        ProcessView process, DotNetSocket socket, (ProvenSocket Events, ulong Session) session, LiveFolder folder, string name, string file,
        DotNetSessionPlan plan)
    {
        (_process, _socket, (_events, _session), _folder, Name, File) = (process, socket, session, folder, name, file);
        _copy = Task.Factory.StartNew(
            () => Copy(_events, file, plan.MostBytes), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        if (plan.When is { } when) _watch = DotNetWatch.Start(file, when, _copy);
    }

    /// <summary>The pause or request that met the condition; null if there was none, or there is no condition.</summary>
    public string? Seen => _watch?.Seen;

    /// <summary>Why the condition may have been missed; null for no reason.</summary>
    public string? WatchProblem => _watch?.Problem;

    /// <summary>Whether the condition was met long enough ago for the recording to end.</summary>
    public bool SeenIsOver => _watch?.IsOver == true;

    public string Name { get; }

    /// <summary>The file's path for this process.</summary>
    public string File { get; }

    /// <summary>Time since its start.</summary>
    public TimeSpan Elapsed => Stopwatch.GetElapsedTime(_started);

    /// <summary>Whether no more events arrive: the process has ended or closed the session.</summary>
    public bool HasEnded => _copy.IsCompleted;

    /// <summary>Starts a session.</summary>
    /// <exception cref="ObstacleException">The process refused or did not answer, or the file can't be written.</exception>
    public static DotNetSession Start(ProcessView process, LiveFolder folder, string name, LiveOptions options) => Start(
        process, folder, name, new DotNetSessionPlan(DotNetProviders.For(options)) { MostBytes = options.MostBytes, When = options.When });

    /// <inheritdoc cref="Start(ProcessView, LiveFolder, string, LiveOptions)"/>
    public static DotNetSession Start(ProcessView process, LiveFolder folder, string name, DotNetSessionPlan plan)
    {
        var socket = DotNetSocket.Find(process) ?? throw new ObstacleException($"process {process.Id} no longer has a diagnostics socket");
        var file = folder.MakeFile(name);
        try
        {
            var session = DiagnosticPort.Start(
                process, socket, plan.Providers, plan.BufferMegabytes, plan.Names, DeadlineOf(Answer));
            return new DotNetSession(process, socket, session, folder, name, file, plan);
        }
        catch (SocketException e) when (e.SocketErrorCode is SocketError.TimedOut or SocketError.WouldBlock)
        {
            throw new ObstacleException(
                new Obstacle($"process {process.Id} did not answer in time", "it may be stopped, frozen or starved of CPU; try again"));
        }
        catch (SocketException e)
        {
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
            DiagnosticPort.Stop(_process, _socket, _session, DeadlineOf(Answer));
        }
        catch (Exception e) when (e is ObstacleException or SocketException)
        {
            _events.Dispose(); // closing the connection ends the session too, without the names of methods
            return $"the process did not answer the request to end the recording: methods have no names ({e.Message})";
        }

        return _copy.Wait(Rundown) ? Missing() : "the process did not finish the recording in time: methods have no names";
    }

    /// <summary>Discards the session and its file.</summary>
    public void Discard()
    {
        Dispose();
        _folder.RemoveFile(Name);
    }

    public void Dispose()
    {
        _watch?.Stop();
        _events.Dispose();
        try
        {
            _copy.Wait(Answer);
        }
        catch (AggregateException)
        {
                // Finish reports it; nobody needs it here.
        }
    }

    private static long DeadlineOf(TimeSpan time) => Stopwatch.GetTimestamp() + (long)(time.TotalSeconds * Stopwatch.Frequency);

    /// <summary>Returns null, or why the recording was ended before its end.</summary>
    private static string? Copy(ProvenSocket source, string file, long most)
    {
        // A reader can read what has been written so far.
        using var output = new FileStream(file, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        var buffer = new byte[64 * 1024];
        for (long written = 0, looked = 0; ; written = output.Position)
        {
            if (written > most) return End(source, $"it reached {most >> 20} MB");
            if (written - looked > BytesBetweenLooks)
            {
                looked = written;
                if (new DriveInfo(file).AvailableFreeSpace < LeastFreeBytes) return End(source, "the disk was nearly full");
            }

            int read;
            try
            {
                read = source.Receive(buffer);
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                return null; // the process was killed, or the connection was closed
            }
            catch (ObstacleException e)
            {
                return End(source, e.Message);
            }

            if (read == 0) return null;
            output.Write(buffer, 0, read);
        }
    }

    private static string End(ProvenSocket source, string why)
    {
        source.Dispose();
        return $"the recording was ended, because {why}: methods have no names";
    }

    private string? Missing() => _copy.Exception?.InnerException is { } fault
        ? $"the recording is incomplete: {fault.Message}"
        : _copy.Result;
}

/// <summary>What one session records.</summary>
/// <param name="Providers">The sources of events.</param>
internal sealed record DotNetSessionPlan(IReadOnlyList<DotNetProvider> Providers)
{
    /// <summary>
    /// Size of the runtime's buffer if the reader is slow. The runtime drops and counts events that do not fit; the program never waits.
    /// </summary>
    public uint BufferMegabytes { get; init; } = 64;

    /// <summary>Whether the names of methods are listed at the end.</summary>
    public bool Names { get; init; } = true;

    /// <summary>File size in bytes at which the session ends.</summary>
    public long MostBytes { get; init; } = long.MaxValue;

    /// <summary>The condition that ends the recording; null: none.</summary>
    public LiveCondition? When { get; init; }
}

/// <summary>The providers of a live session: those of a recording from the start, and counters.</summary>
internal static class DotNetProviders
{
    public static IReadOnlyList<DotNetProvider> For(LiveOptions options) =>
    [
        .. DotNetSwitch.Providers(options.Requests, options.Allocations, options.Gen2Deaths)
            .Select(provider => new DotNetProvider(provider.Name, provider.Keywords, provider.Level, provider.Arguments)),
        new(EventSources.Counters, 0, (int)EventLevel.Informational, $"{DotNetSwitch.CounterInterval}=1"),
    ];
}

/// <summary>A source of events, and the events that a session enables.</summary>
/// <param name="Level">Their verbosity (<see cref="System.Diagnostics.Tracing.EventLevel"/>).</param>
/// <param name="Arguments">Its arguments, as <c>name=value</c>; or null.</param>
internal sealed record DotNetProvider(string Name, ulong Keywords, int Level, string? Arguments);

/// <summary>The diagnostics socket of a .NET process. Each connection verifies which process listens.</summary>
/// <param name="Folder">The path of its folder, as the process sees it.</param>
[SupportedOSPlatform("linux")]
internal sealed record DotNetSocket(string Folder, string Name)
{
    /// <summary>More sockets for one process id are not plausible.</summary>
    private const int MostLooked = 64;

    /// <summary>
    /// The name ends with the process's start time, which distinguishes it from the socket of an earlier process with the same id. If the
    /// time can't be compared (another or an unknown time namespace), the newest is used.
    /// </summary>
    public static DotNetSocket? Find(ProcessView process)
    {
        var own = process.OwnId.ToString(CultureInfo.InvariantCulture);
        foreach (var path in (string[])[process.Variable("TMPDIR") is { Length: > 0 } set ? set : "/tmp", "/tmp"])
        {
            using var folder = ProcessFiles.Folder(process, path);
            if (folder is null) continue;
            var exact = $"dotnet-diagnostic-{own}-{process.StartTicks}-socket";
            if (IsSocket(exact)) return new DotNetSocket(path, exact);
            if (process.SharesOurTime == true) continue;
            var newest = folder.Names().Where(name => name.StartsWith($"dotnet-diagnostic-{own}-", StringComparison.Ordinal)
                    && name.EndsWith("-socket", StringComparison.Ordinal))
                .Take(MostLooked).Where(IsSocket).MaxBy(name => folder.FactsOf(name)?.Modified);
            if (newest is not null) return new DotNetSocket(path, newest);

            bool IsSocket(string name) => folder.FactsOf(name) is { IsSocket: true } facts && facts.User == process.UserId;
        }

        return null;
    }

    /// <summary>Connects; null when nobody listens there, or another process does.</summary>
    public ProvenSocket? Open(ProcessView process)
    {
        using var folder = ProcessFiles.Folder(process, Folder);
        return folder is null ? null : ProvenSocket.Open(folder, Name, process);
    }
}
