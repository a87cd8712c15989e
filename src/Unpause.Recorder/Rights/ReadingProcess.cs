using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Unpause.Recorder.Peers;

namespace Unpause.Recorder.Rights;

/// <summary>
/// For root, a second process of unpause reads untrusted files. It drops root's rights before it requests a file from the first process
/// (privilege separation: Provos, Friedl, Honeyman, "Preventing Privilege Escalation", USENIX Security 2003).
/// </summary>
public static class ReadingProcess
{
    /// <summary>Whether this is the native binary of a package, which dotnet does not run.</summary>
    public static bool IsNative => !RuntimeFeature.IsDynamicCodeSupported;

    /// <summary>
    /// How unpause is started: by dotnet and an assembly, or as the native binary, which need not be tried again (launcher/launch.c).
    /// </summary>
    /// <remarks>Tests run in another host, and set what is started instead.</remarks>
    public static IReadOnlyList<string> OwnCommand
    {
        get => field ?? (IsNative ? [Environment.ProcessPath!, "--launch"]
            : Path.GetFileName(Environment.ProcessPath) == "dotnet" ? [Environment.ProcessPath!, Environment.GetCommandLineArgs()[0]]
            : [Environment.ProcessPath!]);
        internal set;
    }

    /// <summary>Whether there are rights to drop.</summary>
    public static bool IsOfUse => OperatingSystem.IsLinux() && LesserUser.IsInReach && Environment.ProcessPath is not null;

    /// <summary>In the second process: its end of the channel, after dropping root's rights. Null in every other process.</summary>
    /// <exception cref="IOException">They could not be dropped.</exception>
    public static DescriptorChannel? Begin()
    {
        if (!OperatingSystem.IsLinux() || Environment.GetEnvironmentVariable(LesserChild.Variable) is not { } text) return null;
        Environment.SetEnvironmentVariable(LesserChild.Variable, null);
        if (!int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var socket)
            || PeerCredentials.Read(socket) is not { } peer || peer.ProcessId != LibC.ParentProcess()) return null;
        LibC.Control(socket, RightsCalls.SetDescriptorFlags, LibC.CloseOnExecFlag);
        LesserUser.Become(OwnFiles());
        return new DescriptorChannel(socket);
    }

    /// <summary>Starts the second process and answers its requests until it has ended.</summary>
    /// <param name="arguments">Its command line, without the program.</param>
    /// <param name="answer">Answers its requests until it ends.</param>
    /// <returns>Its exit code; null when it could not be started.</returns>
    [SupportedOSPlatform("linux")]
    public static int? Run(IReadOnlyList<string> arguments, Action<DescriptorChannel> answer)
    {
        using var child = LesserChild.StartInForeground(arguments);
        if (child is null) return null;
        try
        {
            answer(child.Channel);
        }
        catch (IOException)
        {
            // It ended, which its exit code shows, or it sent an invalid request.
        }

        child.Channel.Dispose(); // it no longer waits for an answer
        return child.Wait();
    }

    /// <summary>
    /// Files of unpause and of .NET, one from each folder from which more may be loaded. All of the native binary is loaded.
    /// </summary>
    private static IEnumerable<string> OwnFiles() => IsNative ? [] : new[]
    {
        Environment.ProcessPath!, Path.Combine(AppContext.BaseDirectory, "Unpause.Recorder.dll"),
        Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "System.Private.CoreLib.dll"),
    }.Where(File.Exists);
}
