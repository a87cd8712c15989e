using Microsoft.Win32.SafeHandles;
using Unpause.Readers.DotNet;
using Unpause.Recorder.Live;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>The file of a session while it is written.</summary>
internal static class GrowingSession
{
    /// <summary>Reads until the file is complete and read, or something was seen.</summary>
    /// <param name="file">The file, from its start. It is closed at the end.</param>
    /// <param name="condition">What to wait for.</param>
    /// <param name="isComplete">Whether nothing more is written.</param>
    /// <param name="seen">Takes the nanoseconds of the first pause or request that is longer than the limit.</param>
    public static void Watch(SafeFileHandle file, LiveCondition condition, Func<bool> isComplete, Action<long> seen)
    {
        var wasSeen = false;
        using var growing = new GrowingFile(file, () => wasSeen || isComplete());
        new NettraceWatch(stopped: length => See(length, ofRequest: false), served: length => See(length, ofRequest: true)).Read(growing);

        void See(long nanoseconds, bool ofRequest)
        {
            if (wasSeen || ofRequest != condition.OfRequest || nanoseconds <= condition.LimitNanoseconds) return;
            wasSeen = true;
            seen(nanoseconds);
        }
    }
}
