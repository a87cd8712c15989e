using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Files;

/// <summary>The locks that we want. .NET's own are turned off: others could keep us from reading /proc by theirs.</summary>
public static class FileLock
{
    /// <summary>Takes a lock that lasts as long as the file is open. False when another process has it.</summary>
    [SupportedOSPlatform("linux")]
    public static bool TryTake(SafeFileHandle file) => FileCalls.TryLock(file);
}
