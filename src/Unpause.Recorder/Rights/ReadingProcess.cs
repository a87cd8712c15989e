using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Text;
using Unpause.Recorder.Peers;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Rights;

/// <summary>
/// Root reads what strangers have written in a second process of unpause, which gives up root's rights before it asks the first for a
/// file (privilege separation: Provos, Friedl, Honeyman, "Preventing Privilege Escalation", USENIX Security 2003).
/// </summary>
public static unsafe class ReadingProcess
{
    // Tells the second process which of its descriptors is the channel.
    private const string Variable = "UNPAUSE_READING";
    private const int SetDescriptorFlags = 2;

    /// <summary>How unpause is started: the program, and where that is dotnet what it runs.</summary>
    public static IReadOnlyList<string> OwnCommand => Path.GetFileName(Environment.ProcessPath) == "dotnet"
        ? [Environment.ProcessPath!, Environment.GetCommandLineArgs()[0]]
        : [Environment.ProcessPath!];

    /// <summary>Whether there are rights that can be given up.</summary>
    public static bool IsOfUse => OperatingSystem.IsLinux() && LesserUser.IsInReach && Environment.ProcessPath is not null;

    /// <summary>In the second process: its end of the channel, and root's rights are gone. Null in every other.</summary>
    /// <exception cref="IOException">They could not be given up.</exception>
    public static DescriptorChannel? Begin()
    {
        if (!OperatingSystem.IsLinux() || Environment.GetEnvironmentVariable(Variable) is not { } text) return null;
        Environment.SetEnvironmentVariable(Variable, null);
        if (!int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var socket)
            || PeerCredentials.Of(socket) is not { } peer || peer.ProcessId != LibC.ParentProcess()) return null;
        LibC.Control(socket, SetDescriptorFlags, LibC.CloseOnExecFlag);
        LesserUser.Become(OwnFiles());
        return new DescriptorChannel(socket);
    }

    /// <summary>Starts the second process and answers it until it has ended. Call on the main thread: it ends when that does.</summary>
    /// <param name="arguments">Its command line, without the program.</param>
    /// <param name="answer">Answers what it asks, until it is gone.</param>
    /// <returns>Its exit code; null when it could not be started.</returns>
    [SupportedOSPlatform("linux")]
    public static int? Run(IReadOnlyList<string> arguments, Action<DescriptorChannel> answer)
    {
        var (ours, theirs) = DescriptorChannel.Pair();
        using (ours)
        {
            using var child = Start(arguments, theirs);
            theirs.Dispose();
            if (child is null) return null;
            try
            {
                answer(ours);
            }
            catch (IOException)
            {
                // It went away, which its exit code tells, or said what it would not.
            }

            ours.Dispose(); // it waits for no answer any more
            child.Wait();
            return child.ExitCode;
        }
    }

    [SupportedOSPlatform("linux")]
    private static ChildProcess? Start(IReadOnlyList<string> arguments, DescriptorChannel channel)
    {
        var environment = EnvironmentBlock.Own();
        environment.Set(Variable, channel.Descriptor.ToString(CultureInfo.InvariantCulture));
        // Its socket in /tmp would be root's, and stay behind.
        environment.Set("DOTNET_EnableDiagnostics", "0");
        KeepToOurselves();
        var request = new SpawnRequest
        {
            Arguments = [.. OwnCommand.Concat(arguments).Select(Encoding.UTF8.GetBytes)],
            Environment = environment.Entries,
            State = StartState.Capture(),
            Kept = [channel.Descriptor],
        };
        var ended = stackalloc int[2];
        if (LibC.Pipe(ended, LibC.OCloseOnExec) != 0) return null;
        var program = Encoding.UTF8.GetBytes(Environment.ProcessPath!);
        if (request.Start(program, out var id) == 0) return new ChildProcess(id, ended[0], ended[1]);
        LibC.Close(ended[0]);
        LibC.Close(ended[1]);
        return null;
    }

    /// <summary>What our caller has open is not for the other process; an input among it is given to it when it asks.</summary>
    private static void KeepToOurselves()
    {
        const int firstBeyondStandard = 3;
        foreach (var entry in Directory.EnumerateFileSystemEntries("/proc/self/fd/").ToList())
        {
            if (int.TryParse(Path.GetFileName(entry), NumberStyles.None, CultureInfo.InvariantCulture, out var descriptor)
                && descriptor >= firstBeyondStandard)
            {
                LibC.Control(descriptor, SetDescriptorFlags, LibC.CloseOnExecFlag);
            }
        }
    }

    /// <summary>Files of ours and of .NET's, one of each folder from which more may be loaded.</summary>
    private static IEnumerable<string> OwnFiles() => new[]
    {
        Environment.ProcessPath!, Path.Combine(AppContext.BaseDirectory, "Unpause.Recorder.dll"),
        Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "System.Private.CoreLib.dll"),
    }.Where(File.Exists);
}
