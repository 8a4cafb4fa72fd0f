// In the place of what reads folders, archives and git: the detector names these types, and is given texts alone.
package sources

import (
	"context"
	"errors"

	"github.com/zricethezav/gitleaks/v8/cmd/scm"
)

const InnerPathSeparator = "!"

type CommitInfo struct {
	AuthorEmail, AuthorName, Date, Message, SHA string

	Remote *RemoteInfo
}

type RemoteInfo struct {
	Platform scm.Platform
	Url      string
}

type Git struct{}

func (*Git) Fragments(context.Context, FragmentsFunc) error {
	return errors.New("git is not read here")
}
