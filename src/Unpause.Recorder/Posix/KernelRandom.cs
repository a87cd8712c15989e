namespace Unpause.Recorder.Posix;

/// <summary>
/// Unpredictable names and numbers from the kernel (getrandom(2)). .NET's own generator loads OpenSSL first, which is not everywhere, and
/// takes milliseconds.
/// </summary>
[SupportedOSPlatform("linux")]
internal static unsafe partial class KernelRandom
{
    /// <summary>Lower-case hexadecimal digits.</summary>
    /// <param name="bytes">Half of their number; at most 256, for which the kernel does not return fewer.</param>
    public static string HexDigits(int bytes)
    {
        Span<byte> random = stackalloc byte[bytes];
        Fill(random);
        return Convert.ToHexStringLower(random);
    }

    /// <summary>A whole number from 0 to below the bound. For a small bound, all are as probable as each other to 1 in 2³².</summary>
    public static int Below(int bound)
    {
        ulong random;
        Fill(new Span<byte>(&random, sizeof(ulong)));
        return (int)(random % (uint)bound);
    }

    private static void Fill(Span<byte> target)
    {
        const int interrupted = 4; // EINTR
        fixed (byte* start = target)
        {
            while (GetRandom(start, (nuint)target.Length, 0) != target.Length)
            {
                if (Marshal.GetLastPInvokeError() != interrupted) throw new IOException("the kernel has no random numbers");
            }
        }
    }

    [LibraryImport("libc", EntryPoint = "getrandom", SetLastError = true)]
    private static partial nint GetRandom(byte* target, nuint length, uint flags);
}
