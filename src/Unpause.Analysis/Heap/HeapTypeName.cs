using System.Text;

namespace Unpause.Analysis.Heap;

/// <summary>Names of .NET types as the runtime writes them: <c>System.Collections.Generic.Dictionary`2[System.Int32,Reply]</c>.</summary>
public static class HeapTypeName
{
    /// <summary>As a programmer writes it: <c>Dictionary&lt;Int32,Reply&gt;</c>, <c>Byte[]</c>. Takes any text.</summary>
    public static string Short(string type)
    {
        var text = new StringBuilder(type.Length);
        var word = 0;
        for (var i = 0; i < type.Length; i++)
        {
            switch (type[i])
            {
                case '.' or '+':
                    text.Length = word;
                    break;
                case '`':
                    while (i + 1 < type.Length && char.IsAsciiDigit(type[i + 1])) i++;
                    break;
                case '[' when i + 1 < type.Length && type[i + 1] is ']' or ',' or '*':
                    for (; i < type.Length && type[i] != ']'; i++) text.Append(type[i]);
                    text.Append(']');
                    word = text.Length;
                    break;
                case '[':
                    text.Append('<');
                    word = text.Length;
                    break;
                case ']':
                    text.Append('>');
                    word = text.Length;
                    break;
                case ',':
                    text.Append(',');
                    word = text.Length;
                    break;
                default:
                    text.Append(type[i]);
                    break;
            }
        }

        return text.ToString();
    }

    /// <summary>Whether a type, or an array's element, is the platform's: it says little by itself.</summary>
    public static bool IsLibrary(string type)
    {
        if (PlatformNames.IsAny(type)) return true;
        var bracket = type.IndexOf('[');
        return bracket > 0 && bracket + 1 < type.Length && type[bracket + 1] is not (']' or ',')
            && InsidesOfCollections.Contains(type[..bracket], StringComparer.Ordinal);
    }

    /// <summary>
    /// Types within the platform's collections: the runtime writes a type within another without that one's name, so <c>Entry</c> is
    /// taken for a dictionary's where it has type arguments as one.
    /// </summary>
    private static readonly string[] InsidesOfCollections = ["Entry", "Node", "Slot", "VolatileNode", "Tables", "Box"];
}
