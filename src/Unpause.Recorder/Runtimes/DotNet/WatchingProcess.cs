using System.Runtime.Versioning;
using Unpause.Recorder.Rights;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>
/// In a process without root's rights: reads a session's file while another process of unpause writes it, and reports the first pause or
/// request longer than a limit (<see cref="DotNetWatch"/> is the other end).
/// </summary>
public static class WatchingProcess
{
    /// <summary>The hidden command that runs this.</summary>
    public const string CommandName = "watch-session";

    private static volatile bool _isComplete;

    /// <summary>Watches until the file is complete. Ends this process when the other one has ended.</summary>
    /// <param name="channel">Its first message is the condition, with the file.</param>
    [SupportedOSPlatform("linux")]
    public static void Run(DescriptorChannel channel)
    {
        var condition = WatchMessage.Read(channel.Receive(out var file));
        if (file is null || condition is null)
        {
            file?.Dispose();
            return;
        }

        new Thread(() => AwaitMessages(channel)) { IsBackground = true, Name = "messages" }.Start();
        GrowingSession.Watch(
            file, condition, () => _isComplete, seen => channel.Send(WatchMessage.Bytes(condition with { LimitNanoseconds = seen })));
    }

    [SupportedOSPlatform("linux")]
    private static void AwaitMessages(DescriptorChannel channel)
    {
        while (channel.Receive(out var sent) is { Length: > 0 })
        {
            sent?.Dispose();
            _isComplete = true;
        }

        Environment.Exit(0); // nobody waits for an answer any more
    }
}
