using Unpause.Analysis.Settings;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace Unpause.Reports.Checks;

/// <summary>
/// Parses budgets from YAML: a map with the list of budgets, each a map of strings. Other features of YAML (anchors, tags, deeper nesting)
/// are rejected where they start, so memory use is bounded by the size of the file.
/// </summary>
internal static class BudgetsYaml
{
    /// <summary>Parses the text of a file.</summary>
    /// <returns>The common baseline, where there is one, and the budgets.</returns>
    /// <exception cref="YamlFault">The file is invalid; with line and column.</exception>
    public static (PlacedText? Baseline, IReadOnlyList<BudgetEntry> Budgets) Read(string yaml)
    {
        var parser = new Parser(new StringReader(yaml));
        try
        {
            parser.Consume<StreamStart>();
            if (parser.TryConsume<StreamEnd>(out _)) throw Nothing(new Mark(0, 1, 1));
            parser.Consume<DocumentStart>();
            var read = Map(parser);
            parser.Consume<DocumentEnd>();
            if (!parser.TryConsume<StreamEnd>(out _)) throw Fault(parser.Current!.Start, "a second YAML document: a budgets file has one");
            return read;
        }
        catch (YamlException exception)
        {
            if (TabOf(yaml, exception) is { } tab) throw Fault(tab, "a tab: indent YAML with spaces");
            throw Fault(exception.Start, exception.InnerException?.Message ?? exception.Message);
        }
        catch (Exception exception) when (YamlFault.IsOfParser(exception))
        {
            throw YamlFault.Behind(parser);
        }
    }

    private static (PlacedText? Baseline, IReadOnlyList<BudgetEntry> Budgets) Map(Parser parser)
    {
        if (parser.Accept<Scalar>(out var only) && only.Value.Length == 0) throw Nothing(only.Start);
        var start = Begin<MappingStart>(parser, $"{BudgetKey.Budgets}: with a list below it").Start;
        PlacedText? baseline = null;
        List<BudgetEntry>? budgets = null;
        while (!parser.TryConsume<MappingEnd>(out _))
        {
            var key = Text(parser, "a key");
            switch (key.Text)
            {
                case BudgetKey.Budgets when budgets is null: budgets = List(parser); break;
                case BudgetKey.BaselineName when baseline is null: baseline = Text(parser, "a file name"); break;
                case BudgetKey.Budgets or BudgetKey.BaselineName: throw key.Fault($"{key.Text} is a duplicate key");
                default: throw Unknown(key, [BudgetKey.Budgets, BudgetKey.BaselineName], "not a key of a budgets file");
            }
        }

        return budgets is { Count: > 0 } ? (baseline, budgets) : throw Nothing(start);
    }

    private static List<BudgetEntry> List(Parser parser)
    {
        Begin<SequenceStart>(parser, "a list of budgets, each starting with -,");
        var budgets = new List<BudgetEntry>();
        while (!parser.TryConsume<SequenceEnd>(out _))
        {
            if (budgets.Count == Limits.Budgets) throw Fault(parser.Current!.Start, $"more than {Limits.Budgets} budgets");
            budgets.Add(Entry(parser));
        }

        return budgets;
    }

    private static BudgetEntry Entry(Parser parser)
    {
        var start = Begin<MappingStart>(parser, "a budget, such as { metric: max_pause, limit: 200ms },").Start;
        var values = new Dictionary<string, PlacedText>(StringComparer.Ordinal);
        while (!parser.TryConsume<MappingEnd>(out _))
        {
            var key = Text(parser, "a key");
            if (!BudgetKey.All.Any(known => known.Name == key.Text))
                throw Unknown(key, BudgetKey.All.Select(known => known.Name), "not a key of a budget");
            if (values.ContainsKey(key.Text)) throw key.Fault($"{key.Text} is a duplicate key");
            var value = Text(parser, "a value");
            if (string.IsNullOrWhiteSpace(value.Text)) throw key.Fault($"{key.Text} has no value");
            values.Add(key.Text, value);
        }

        return new BudgetEntry((int)start.Line, (int)start.Column, values);
    }

    private static YamlFault Unknown(PlacedText key, IEnumerable<string> known, string what)
    {
        if (key.Text == "statistic") return key.Fault("the statistic is part of the metric's name, for example metric: p99_pause");
        var meant = NearestWord.Meant(key.Text.Replace('-', '_').ToLowerInvariant(), known) is { } near ? $"; did you mean {near}?" : ";";
        return key.Fault($"{key.Text} is {what}{meant} {(meant == ";" ? "known" : "Known")} are {string.Join(", ", known)}");
    }

    private static PlacedText Text(Parser parser, string expected)
    {
        var scalar = Begin<Scalar>(parser, expected);
        return scalar.Value.Length <= Limits.BudgetTextChars
            ? new PlacedText(scalar.Value, (int)scalar.Start.Line, (int)scalar.Start.Column)
            : throw Fault(scalar.Start, $"a value of more than {Limits.BudgetTextChars} characters");
    }

    private static T Begin<T>(Parser parser, string expected)
        where T : NodeEvent
    {
        if (!parser.Accept<T>(out var node)) throw Fault(parser.Current!.Start, $"{expected} is expected");
        if (!node.Anchor.IsEmpty || !node.Tag.IsEmpty) throw Fault(node.Start, YamlFault.Anchors);
        return parser.Consume<T>();
    }

    /// <summary>The tab that indents the line that the parser failed at, because the parser's own message does not mention it.</summary>
    private static Mark? TabOf(string yaml, YamlException exception)
    {
        using var lines = new StringReader(yaml);
        for (var number = 1; lines.ReadLine() is { } line && number <= exception.End.Line + 1; number++)
        {
            var indent = line.AsSpan(0, line.Length - line.AsSpan().TrimStart(" \t").Length);
            if (number >= exception.Start.Line && indent.IndexOf('\t') is var at and >= 0) return new Mark(0, number, at + 1);
        }

        return null;
    }

    private static YamlFault Nothing(Mark at) => Fault(at, "no budgets; to write a first file: unpause check --init RECORDING");

    private static YamlFault Fault(Mark at, string what) => new((int)at.Line, (int)at.Column, what);
}

/// <summary>A text of a YAML file with its position.</summary>
/// <param name="Line">The line, from 1.</param>
/// <param name="Column">The column, from 1.</param>
internal sealed record PlacedText(string Text, int Line, int Column)
{
    /// <summary>An error at this position.</summary>
    public YamlFault Fault(string what) => new(Line, Column, what);
}

/// <summary>A budget in a file: its keys and values.</summary>
/// <param name="Line">The line where it starts, from 1.</param>
/// <param name="Column">The column where it starts, from 1.</param>
/// <param name="Values">The values by key.</param>
internal sealed record BudgetEntry(int Line, int Column, IReadOnlyDictionary<string, PlacedText> Values)
{
    /// <summary>The value of a key; null where the key is missing.</summary>
    public PlacedText? this[BudgetKey key] => Values.GetValueOrDefault(key.Name);

    /// <summary>The value of a required key.</summary>
    /// <exception cref="YamlFault">The key is missing.</exception>
    public PlacedText Required(BudgetKey key) => this[key] ?? throw Fault($"this budget has no {key.Name}: write, for example, {key.Line}");

    /// <summary>An error at this budget.</summary>
    public YamlFault Fault(string what) => new(Line, Column, what);
}
