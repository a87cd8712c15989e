using Unpause.Analysis.Settings;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace Unpause.Cli.Watching;

/// <summary>
/// Reads the YAML of <c>unpause watch --config</c> event by event: maps with known keys, lists and texts. Anchors and tags are rejected
/// where they start, so memory use is bounded by the size of the file.
/// </summary>
/// <param name="yaml">The text of the file.</param>
internal sealed class WatchYaml(string yaml)
{
    private readonly Parser _parser = new(new StringReader(yaml));

    /// <summary>Reads the one document of the file, which may be empty.</summary>
    /// <exception cref="YamlFault">The file is invalid; with line and column.</exception>
    public void Document(Action content)
    {
        try
        {
            _parser.Consume<StreamStart>();
            if (_parser.TryConsume<StreamEnd>(out _)) return;
            _parser.Consume<DocumentStart>();
            if (_parser.Accept<Scalar>(out var only) && only.Value.Length == 0) _parser.Consume<Scalar>();
            else content();
            _parser.Consume<DocumentEnd>();
            if (!_parser.TryConsume<StreamEnd>(out _)) throw Fault(_parser.Current!.Start, "a second YAML document is not read: use one");
        }
        catch (YamlException exception)
        {
            throw Fault(exception.Start, exception.InnerException?.Message ?? exception.Message);
        }
        catch (Exception exception) when (YamlFault.IsOfParser(exception))
        {
            throw YamlFault.Behind(_parser);
        }
    }

    /// <summary>Reads a map.</summary>
    /// <param name="what">What it is, for messages.</param>
    /// <param name="known">Its keys, with what reads the value of each.</param>
    /// <returns>Where it starts.</returns>
    public PlacedWord Map(string what, IReadOnlyDictionary<string, Action> known)
    {
        var start = Begin<MappingStart>($"a map: {what}").Start;
        var seen = new HashSet<string>(StringComparer.Ordinal);
        while (!_parser.TryConsume<MappingEnd>(out _))
        {
            var key = Text($"a key of {what}");
            if (!known.TryGetValue(key.Text, out var read))
            {
                var typed = key.Text.Replace('-', '_').ToLowerInvariant();
                var meant = NearestWord.Meant(typed, known.Keys) is { } near ? $"; did you mean {near}?" : "";
                throw key.Fault($"{key.Text} is no key of {what}: {string.Join(", ", known.Keys)}{meant}");
            }

            if (!seen.Add(key.Text)) throw key.Fault($"{key.Text} is there twice");
            read();
        }

        return new PlacedWord("", (int)start.Line, (int)start.Column);
    }

    /// <summary>Reads a list.</summary>
    /// <param name="entry">Reads one entry.</param>
    public void List(string expected, Action entry)
    {
        Begin<SequenceStart>(expected);
        for (var count = 0; !_parser.TryConsume<SequenceEnd>(out _); count++)
        {
            if (count == Limits.WatchEntries) throw Fault(_parser.Current!.Start, $"more than {Limits.WatchEntries} entries");
            entry();
        }
    }

    /// <summary>Reads a text, or a list of texts.</summary>
    public List<PlacedWord> Texts(string expected)
    {
        var texts = new List<PlacedWord>();
        if (_parser.Accept<Scalar>(out _)) texts.Add(Text(expected));
        else List($"{expected}, or a list of them,", () => texts.Add(Text(expected)));
        return texts;
    }

    /// <summary>Reads a text that is not empty.</summary>
    public PlacedWord Text(string expected)
    {
        var scalar = Begin<Scalar>(expected);
        if (string.IsNullOrWhiteSpace(scalar.Value)) throw Fault(scalar.Start, $"{expected} is expected");
        return scalar.Value.Length <= Limits.WatchTextChars
            ? new PlacedWord(scalar.Value, (int)scalar.Start.Line, (int)scalar.Start.Column)
            : throw Fault(scalar.Start, $"more than {Limits.WatchTextChars} characters");
    }

    private T Begin<T>(string expected)
        where T : NodeEvent
    {
        if (!_parser.Accept<T>(out var node)) throw Fault(_parser.Current!.Start, $"{expected} is expected");
        if (!node.Anchor.IsEmpty || !node.Tag.IsEmpty) throw Fault(node.Start, YamlFault.Anchors);
        return _parser.Consume<T>();
    }

    private static YamlFault Fault(Mark at, string what) => new((int)at.Line, (int)at.Column, what);
}

/// <summary>A text of a file with its position.</summary>
/// <param name="Line">The line, from 1.</param>
/// <param name="Column">The column, from 1.</param>
internal sealed record PlacedWord(string Text, int Line, int Column)
{
    /// <summary>An error at this position.</summary>
    public YamlFault Fault(string what) => new(Line, Column, what);
}
