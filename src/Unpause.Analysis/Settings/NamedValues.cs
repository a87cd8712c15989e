using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace Unpause.Analysis.Settings;

/// <summary>
/// A name with its values from YAML: <c>name: value</c>, <c>name: [a, b]</c>, or a name with lines of <c>- value</c> below it. Nested maps,
/// anchors and tags are rejected with their position, because they could use much more memory than the file.
/// </summary>
/// <param name="Name">The name as written in the file.</param>
/// <param name="Values">At least one; a text is a list of one.</param>
/// <param name="Line">Line of the name, from 1.</param>
public sealed record NamedValues(string Name, IReadOnlyList<string> Values, int Line)
{
    /// <summary>Reads one map; empty for an empty file.</summary>
    /// <exception cref="YamlFault">The file has another structure; with line and column.</exception>
    public static IReadOnlyList<NamedValues> Map(string yaml) => Read(yaml, parser => MapOf(parser)) ?? [];

    /// <summary>Reads a list of maps; empty for an empty file.</summary>
    /// <exception cref="YamlFault">The file has another structure; with line and column.</exception>
    public static IReadOnlyList<IReadOnlyList<NamedValues>> Maps(string yaml) => Read(yaml, parser =>
    {
        Expect<SequenceStart>(parser, "a list");
        var maps = new List<IReadOnlyList<NamedValues>>();
        while (!parser.TryConsume<SequenceEnd>(out _)) maps.Add(MapOf(parser));
        return maps;
    }) ?? [];

    private static T? Read<T>(string yaml, Func<Parser, T> content)
        where T : class
    {
        var parser = new Parser(new StringReader(yaml));
        try
        {
            parser.Consume<StreamStart>();
            if (parser.TryConsume<StreamEnd>(out _)) return null;
            parser.Consume<DocumentStart>();
            // A file that only has comments parses as an empty scalar.
            var isEmpty = parser.Accept<Scalar>(out var only) && only.Value.Length == 0;
            if (isEmpty) parser.Consume<Scalar>();
            var read = isEmpty ? null : content(parser);
            parser.Consume<DocumentEnd>();
            if (!parser.TryConsume<StreamEnd>(out _)) throw Fault(parser.Current!.Start, "a second document is not allowed");
            return read;
        }
        catch (YamlException exception)
        {
            throw Fault(exception.Start, exception.InnerException?.Message ?? exception.Message);
        }
        catch (Exception exception) when (YamlFault.IsOfParser(exception))
        {
            throw YamlFault.Behind(parser);
        }
    }

    private static List<NamedValues> MapOf(Parser parser)
    {
        Expect<MappingStart>(parser, "name: value");
        var names = new Dictionary<string, NamedValues>(StringComparer.Ordinal);
        while (!parser.TryConsume<MappingEnd>(out _))
        {
            var place = parser.Current!.Start;
            var name = Text(parser, "a name");
            var values = ValuesOf(parser);
            if (values.Count == 0) throw Fault(place, $"{name} has no value");
            if (!names.TryAdd(name, new NamedValues(name, values, (int)place.Line))) throw Fault(place, $"{name} is a duplicate");
        }

        return [.. names.Values];
    }

    private static List<string> ValuesOf(Parser parser)
    {
        if (!parser.Accept<SequenceStart>(out _))
        {
            var nothing = parser.Accept<Scalar>(out var scalar) && scalar is { Style: ScalarStyle.Plain, Value: "" };
            var text = Text(parser, "a text or a list of texts");
            return nothing ? [] : [text];
        }

        Expect<SequenceStart>(parser, "a list of texts");
        var values = new List<string>();
        while (!parser.TryConsume<SequenceEnd>(out _)) values.Add(Text(parser, "a text"));
        return values;
    }

    private static string Text(Parser parser, string expected) => Expect<Scalar>(parser, expected).Value;

    private static T Expect<T>(Parser parser, string expected)
        where T : NodeEvent
    {
        if (!parser.Accept<T>(out var node)) throw Fault(parser.Current!.Start, $"{expected} is expected");
        if (!node.Anchor.IsEmpty || !node.Tag.IsEmpty) throw Fault(node.Start, YamlFault.Anchors);
        return parser.Consume<T>();
    }

    private static YamlFault Fault(Mark at, string what) => new((int)at.Line, (int)at.Column, what);
}

/// <summary>A YAML file that does not have the expected structure.</summary>
/// <param name="line">Line, from 1.</param>
/// <param name="column">Column, from 1.</param>
public sealed class YamlFault(int line, int column, string what) : FormatException($"line {line}, column {column}: {what}")
{
    /// <summary>Rejected everywhere: anchors can make a file expand beyond its size, tags can name types.</summary>
    public const string Anchors = "anchors and tags are not allowed; put the text in quotes";

    /// <summary>
    /// Whether YamlDotNet 18.1 throws this for invalid YAML without a position: for brackets with a line end before a dot, and for a tag
    /// without a name.
    /// </summary>
    public static bool IsOfParser(Exception exception) => exception is InvalidOperationException or ArgumentException;

    /// <summary>An error after the last position that the parser has read.</summary>
    public static YamlFault Behind(YamlDotNet.Core.Parser parser) => new(
        (int)(parser.Current?.End.Line ?? 1), (int)(parser.Current?.End.Column ?? 1), "invalid YAML after this position");
}
