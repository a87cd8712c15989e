using Unpause.Recordings.Readers;

namespace Unpause.Fleet.Rows;

/// <summary>A text as 64 bits (<see cref="ContentHash"/>): it tells rows apart, and is no protection against forgery.</summary>
internal static class RowHash
{
    /// <summary>The hash.</summary>
    public static long Of(string text)
    {
        var hash = new ContentHash();
        hash.Add(Encoding.UTF8.GetBytes(text));
        return unchecked((long)ulong.Parse(hash.Text(), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture));
    }
}
