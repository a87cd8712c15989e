namespace Unpause.Collections;

/// <summary>How a small table grows.</summary>
internal static class Growth
{
    private const int Small = 256;

    /// <summary>Fourfold while small, which spares half of the copies and of the relinking, then twofold: 8, 32, 128, 512, 1,024.</summary>
    internal static long After(long length) => length < Small ? 4 * length : 2 * length;
}
