using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using Unpause.Analyzers.Shared;

namespace Unpause.Analyzers.IO;

/// <summary>What a Transcoder does in the place of two encodings.</summary>
internal static class TranscoderCall
{
    /// <summary>The root with the call replaced; null where its parts can't be put together again.</summary>
    internal static SyntaxNode? InPlaceOf(
        InvocationExpressionSyntax call, SyntaxNode root, SemanticModel model, CancellationToken cancellationToken)
    {
        if (model.GetOperation(call, cancellationToken) is not IInvocationOperation operation) return null;
        string? made;
        SyntaxNode place = call;
        if (TranscodingStringAnalyzer.IsConvert(operation))
        {
            made = Made(Text(operation, 0), Text(operation, 1), Bytes(operation, 2));
        }
        else
        {
            if (TranscodingStringAnalyzer.Decoding(operation) is not { } decoding) return null;
            made = Made(decoding.Instance?.Syntax.ToString(), operation.Instance?.Syntax.ToString(), Bytes(decoding, 0));
            if (SingleValue.Unconverted(operation.Arguments[0].Value) is ILocalReferenceOperation)
            {
                place = decoding.Syntax;
                if (IsChangedAfter(operation.Instance!, place)) return null;
            }
        }

        if (made is null) return null;
        return place == call ? Direct(call, made, root, model) : ByLocal(call, place, made, root, model);
    }

    /// <summary>Whether the encoding may be another one at the call than where its text was made.</summary>
    private static bool IsChangedAfter(IOperation encoding, SyntaxNode decoding)
    {
        var root = SingleValue.Root(encoding);
        var named = encoding.DescendantsAndSelf().Select(Named).OfType<ISymbol>().ToList();
        return root.DescendantsAndSelf().Any(part => part.Syntax.SpanStart > decoding.SpanStart && SingleValue.Writes(part)
            && named.Contains(Named(part)!, SymbolEqualityComparer.Default));
    }

    private static ISymbol? Named(IOperation part) => part switch
    {
        ILocalReferenceOperation local => local.Local,
        IParameterReferenceOperation parameter => parameter.Parameter,
        IFieldReferenceOperation field => field.Field,
        _ => null,
    };

    private static string? Made(string? from, string? to, string? bytes) =>
        from is null || to is null || bytes is null ? null : $"new Transcoder({from}, {to}).Transcode({bytes})";

    private static string? Text(IInvocationOperation call, int place) =>
        call.Arguments.FirstOrDefault(argument => argument.Parameter?.Ordinal == place)?.Value.Syntax.ToString();

    /// <summary>The bytes as one expression, from the argument that has them on.</summary>
    private static string? Bytes(IInvocationOperation call, int place)
    {
        if (Text(call, place) is not { } bytes) return null;
        return call.TargetMethod.Parameters.Length == place + 1
            ? bytes
            : $"new ReadOnlySpan<byte>({bytes}, {Text(call, place + 1)}, {Text(call, place + 2)})";
    }

    /// <summary>
    /// Where the call is all that a statement computes, its stream is a local that goes back to the pool; elsewhere the stream has no
    /// name, and its segments are left to the collector.
    /// </summary>
    private static SyntaxNode? Direct(InvocationExpressionSyntax call, string made, SyntaxNode root, SemanticModel model)
    {
        if (StatementOf(call) is not { } statement || statement.ContainsDirectives || !UsingLocal.IsKnown(call.SyntaxTree))
        {
            var chain = SyntaxFactory.ParseExpression($"{made}.ToArray()").WithTriviaFrom(call);
            return WithUsings(root.ReplaceNode(call, chain), model, call.SpanStart);
        }

        var name = NewName(call, model);
        var replaced = statement.ReplaceNode(call, SyntaxFactory.ParseExpression($"{name}.ToArray()").WithTriviaFrom(call));
        var indent = SyntaxFactory.TriviaList(
            statement.GetLeadingTrivia().Reverse().TakeWhile(trivia => trivia.IsKind(SyntaxKind.WhitespaceTrivia)).Reverse());
        var startsLine = statement.GetFirstToken().GetPreviousToken().TrailingTrivia.Any(SyntaxKind.EndOfLineTrivia);
        var first = Declaration(name, made, call.SyntaxTree)
            .WithLeadingTrivia(statement.GetLeadingTrivia()).WithTrailingTrivia(startsLine ? EndOfLine(root) : SyntaxFactory.Space);
        return WithUsings(root.ReplaceNode(statement, [first, replaced.WithLeadingTrivia(indent)]), model, call.SpanStart);
    }

    /// <summary>The local that held the text holds the stream, from the same moment on.</summary>
    private static SyntaxNode? ByLocal(
        InvocationExpressionSyntax call, SyntaxNode decoding, string made, SyntaxNode root, SemanticModel model)
    {
        if (decoding.Parent is not EqualsValueClauseSyntax
            {
                Parent.Parent: VariableDeclarationSyntax
                {
                    Variables.Count: 1, Parent: LocalDeclarationStatementSyntax { Parent: BlockSyntax } statement
                }
            })
        {
            return null;
        }

        // A lambda may run when the block is over.
        var functions = call.Ancestors().TakeWhile(outer => !outer.Span.Contains(statement.Span));
        if (functions.Any(outer => outer is AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax)) return null;
        var name = NewName(call, model);
        var edited = root.ReplaceNodes(
            new SyntaxNode[] { statement, call },
            (old, _) => old == statement
                ? Declaration(name, made, call.SyntaxTree).WithTriviaFrom(statement)
                : SyntaxFactory.ParseExpression($"{name}.ToArray()").WithTriviaFrom(call));
        return WithUsings(edited, model, call.SpanStart);
    }

    private static StatementSyntax Declaration(string name, string made, SyntaxTree tree) =>
        SyntaxFactory.ParseStatement($"{(UsingLocal.IsKnown(tree) ? "using " : null)}var {name} = {made};");

    private static SyntaxTrivia EndOfLine(SyntaxNode root)
    {
        var end = root.DescendantTrivia().FirstOrDefault(trivia => trivia.IsKind(SyntaxKind.EndOfLineTrivia));
        return end.IsKind(SyntaxKind.EndOfLineTrivia) ? end : SyntaxFactory.LineFeed;
    }

    /// <summary>The statement in a block that does nothing else before the call.</summary>
    private static StatementSyntax? StatementOf(ExpressionSyntax call) => call.Parent switch
    {
        ReturnStatementSyntax { Parent: BlockSyntax } statement => statement,
        AssignmentExpressionSyntax
        {
            Left: IdentifierNameSyntax, Parent: ExpressionStatementSyntax { Parent: BlockSyntax } statement
        } => statement,
        EqualsValueClauseSyntax
        {
            Parent.Parent: VariableDeclarationSyntax
            {
                Variables.Count: 1, Parent: LocalDeclarationStatementSyntax { Parent: BlockSyntax } statement
            }
        } => statement,
        _ => null,
    };

    private static string NewName(SyntaxNode call, SemanticModel model)
    {
        var member = call.FirstAncestorOrSelf<MemberDeclarationSyntax>() ?? call;
        var taken = new HashSet<string>(
            member.DescendantTokens().Where(token => token.IsKind(SyntaxKind.IdentifierToken)).Select(token => token.ValueText));
        bool IsTaken(string name) => taken.Contains(name) || !model.LookupSymbols(call.SpanStart, name: name).IsEmpty;
        var name = "transcoded";
        for (var number = 2; IsTaken(name); number++) name = $"transcoded{number}";
        return name;
    }

    private static SyntaxNode? WithUsings(SyntaxNode root, SemanticModel model, int position)
    {
        if (root.DescendantNodes().OfType<GenericNameSyntax>().Any(part => part.Identifier.ValueText == "ReadOnlySpan"))
        {
            if (NewUsing.In(root, model, position, "System", "ReadOnlySpan") is not { } more) return null;
            root = more;
        }

        return NewUsing.In(root, model, position, StreamFixes.Space, "Transcoder");
    }
}
