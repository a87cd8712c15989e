using Microsoft.Win32.SafeHandles;
using Unpause.Recordings.Readers.DotNet;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>Reads the file of a session while it is written.</summary>
internal static class GrowingSession
{
    /// <summary>Reads until the file is complete, or the condition is met.</summary>
    /// <param name="file">The file, from its start. It is closed at the end.</param>
    /// <param name="isComplete">Whether nothing more is written.</param>
    /// <param name="seen">Receives the nanoseconds of the first pause or request longer than the limit.</param>
    public static void Watch(SafeFileHandle file, LiveCondition condition, Func<bool> isComplete, Action<long> seen)
    {
        var wasSeen = false;
        using var growing = new GrowingFile(file, () => wasSeen || isComplete());
        new NettraceWatch(one =>
        {
            if (one.Kind == SeenKind.Request) See(one.Nanoseconds, ofRequest: true);
            else if (one is { Kind: SeenKind.Stop, Collects: true }) See(one.Nanoseconds, ofRequest: false);
        }).Read(growing);

        void See(long nanoseconds, bool ofRequest)
        {
            if (wasSeen || ofRequest != condition.OfRequest || nanoseconds <= condition.LimitNanoseconds) return;
            wasSeen = true;
            seen(nanoseconds);
        }
    }
}
