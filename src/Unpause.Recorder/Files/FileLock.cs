using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Files;

/// <summary>File locks of unpause. .NET's own locks are turned off: with them, others could block unpause from reading /proc.</summary>
public static class FileLock
{
    /// <summary>Takes a lock that lasts until the file is closed. False when another process has it.</summary>
    [SupportedOSPlatform("linux")]
    public static bool TryTake(SafeFileHandle file) => FileCalls.TryLock(file);
}
