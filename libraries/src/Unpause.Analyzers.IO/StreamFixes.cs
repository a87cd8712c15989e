using System.Collections.Immutable;
using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Unpause.Analyzers.Shared;

namespace Unpause.Analyzers.IO;

/// <summary>Puts a type of Unpause.IO in the place of what is flagged.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp)]
[Shared]
public sealed class StreamFixes : TriedFixes
{
    /// <summary>The namespace of what the fixes name.</summary>
    internal const string Space = "Unpause.IO";

    private const string Stream = "PooledMemoryStream";

    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds { get; } =
        ImmutableArray.Create(StreamRules.MemoryStreamId, StreamRules.TranscodingStringId);

    private protected override string Title(string id) => id == StreamRules.MemoryStreamId ? "Use PooledMemoryStream" : "Use Transcoder";

    private protected override string? NewName(ITypeSymbol type, string id) =>
        id == StreamRules.MemoryStreamId && type.ToDisplayString() is "System.IO.MemoryStream" or "System.IO.MemoryStream?" ? Stream : null;

    private protected override SyntaxNode? Edited(SyntaxNode node, SemanticModel model, string id, CancellationToken cancellationToken)
    {
        var root = node.SyntaxTree.GetRoot(cancellationToken);
        if (id == StreamRules.TranscodingStringId)
        {
            return node is InvocationExpressionSyntax call ? TranscoderCall.InPlaceOf(call, root, model, cancellationToken) : null;
        }

        return node is BaseObjectCreationExpressionSyntax creation && IsPlain(creation, model, cancellationToken)
            ? Pooled(root, creation, model, cancellationToken)
            : null;
    }

    /// <summary>Whether nothing is lost with the arguments: a pooled stream has no use for a capacity.</summary>
    private static bool IsPlain(BaseObjectCreationExpressionSyntax creation, SemanticModel model, CancellationToken cancellationToken) =>
        creation.Initializer is null && (creation.ArgumentList?.Arguments.All(argument =>
            model.GetTypeInfo(argument.Expression, cancellationToken).Type?.SpecialType == SpecialType.System_Int32
            && (argument.Expression is IdentifierNameSyntax
                || model.GetConstantValue(argument.Expression, cancellationToken).HasValue)) ?? true);

    private SyntaxNode? Pooled(
        SyntaxNode root, BaseObjectCreationExpressionSyntax creation, SemanticModel model, CancellationToken cancellationToken)
    {
        if (model.GetOperation(creation, cancellationToken) is { } made && MemoryStreamAnalyzer.Local(made) is { } local
            && new ClosedStream(model, cancellationToken).IsCopied(local, made))
        {
            return null;
        }

        var changes = new Dictionary<SyntaxNode, SyntaxNode>();
        var noArguments = SyntaxFactory.ArgumentList();
        if (creation is ObjectCreationExpressionSyntax named)
        {
            changes.Add(named, named.WithType(Retyping.Renamed(named.Type, Stream)).WithArgumentList(noArguments).WithTriviaFrom(named));
        }
        else
        {
            var declared = Retyping.Declared(type => NewName(type, StreamRules.MemoryStreamId), creation, model, cancellationToken);
            if (declared is null) return null;
            changes.Add(declared, Retyping.Renamed(declared, Stream));
            var target = (ImplicitObjectCreationExpressionSyntax)creation;
            changes.Add(target, target.WithArgumentList(noArguments).WithTriviaFrom(target));
        }

        var declaration = UsingLocal.Find(creation, model, cancellationToken);
        if (declaration is not null) changes.Add(declaration, declaration);
        var edited = root.ReplaceNodes(
            changes.Keys,
            (old, current) => old == declaration ? UsingLocal.WithUsing((LocalDeclarationStatementSyntax)current) : changes[old]);
        return NewUsing.In(edited, model, creation.SpanStart, Space, Stream);
    }
}
